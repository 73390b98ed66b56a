"""Check that jobs are read in every usual way in which web pages mark them up."""

import pytest

from cvrender.formats.content import Content
from cvrender.merge.readers import read_content

FORMS = (
    "<h3>{title}</h3><h4>{name}</h4><p>{time}</p>{items}",
    "<h3>{name}</h3><h4>{title}</h4><p>{time}</p>{items}",
    "<h3>{title} <span class='date'>{time}</span></h3><p>{name}, {place}</p>{items}",
    "<h3>{title} at {name} <small>{time}</small></h3>{items}",
    "<div class='row'><div class='l'>{time}</div><div class='r'><strong>{title}</strong><br>{name}, {place}{text}</div></div>",
    "<div class='row'><div class='col-3'>{time}</div><div class='col-9'><h4>{name}</h4><h5>{title}</h5>{text}</div></div>",
    "<tr><td>{time}</td><td><b>{title}</b>, {name}, {place}</td></tr>",
    "<tr><td>{time}</td><td>{title}</td><td>{name}</td></tr>",
    "<tr><td>{time}</td><td>{title}<br>{name}, {place}</td></tr>",
    "<dt>{time}</dt><dd>{title}, {name}, {place}</dd>",
    "<dt>{title}, {name}</dt><dd>{time}</dd><dd>Sorted widgets</dd>",
    "<li><strong>{title}</strong>, {name} ({time})</li>",
    "<li>{time}: {title}, {name}</li>",
    "<li><div class='title'>{title}</div><div class='company'>{name}</div><div class='date'>{time}</div>{text}</li>",
    "<li><div class='date'>{time}</div><div class='company'>{name}</div><div class='title'>{title}</div>{text}</li>",
    "<div class='job'><span class='t'>{title}</span><span class='c'>{name}</span><span class='d'>{time}</span></div>{text}",
    "<div class='head'><div>{title}</div><div>{time}</div></div><div>{name}, {place}</div>{items}",
    "<div class='head'><div>{name}</div><div>{time}</div></div><div>{title}</div>{items}",
    "<article><header><h3>{title}</h3><time>{time}</time></header><p class='org'>{name}</p>{text}</article>",
    "<article><h3>{name}</h3><p><em>{title}</em> | {time}</p>{text}</article>",
    "<p><strong>{title}</strong><br>{name}<br><em>{time}</em></p>{text}",
    "<p>{time}<br><strong>{name}</strong><br>{title}</p>{text}",
    "<p><strong>{title}</strong> – {name}, {place} ({time})</p>{text}",
    "<h3>{title}, {name}</h3><p class='period'>{time}</p>{text}",
    "<h3>{time}</h3><p><b>{title}</b>, {name}</p>{text}",
    "<h4>{name} – {title}</h4><span>{time}</span>{text}",
    "<div class='timeline-item'><span class='year'>{time}</span><h3>{title}</h3><h4>{name}</h4>{text}</div>",
    "<div class='timeline-item'><h5>{time}</h5><h3>{name}</h3><p><i>{title}</i></p>{text}</div>",
    "<h3>{title}</h3><p><i class='b'></i> {name} <i class='c'></i> {time} <i class='m'></i> {place}</p>{text}",
    "<h3>{title}</h3><p><a href='https://zelnik.example'>{name}</a> · {time}</p>{text}",
    "<p><b>{title}</b>, <a href='https://zelnik.example'>{name}</a>, {time}</p>{text}",
    "<details><summary>{title}, {name} ({time})</summary>{text}</details>",
    "<p class='t'>{title}</p><p class='o'>{name}</p><p class='d'>{time}</p>{text}",
    "<p class='d'>{time}</p><p class='t'>{title}</p><p class='o'>{name}</p>{text}",
    "<li>{name}<ul><li>{title}, {time}</li></ul></li>",
)
"""How web pages write a job: elements of a table, of lists, or of the section itself."""

JOBS = [
    ("Data Analyst", "Zelnik", "Toronto", "2019 – 2021"),
    ("Research Assistant", "Erewhon University", "Lyon, France", "2016 – 2019"),
    ("Intern", "Quorvex", "Munich", "2012 – 2016"),
]
"""What each job is, the employer, the place, and the time."""

_AROUND = {"<tr": "table", "<dt": "dl", "<li": "ul"}


@pytest.mark.parametrize("form", FORMS)
def test_jobs_of_a_form(form: str) -> None:
    said = {"text": "<p>Sorted widgets for the team.</p>", "items": "<ul><li>Sorted widgets</li><li>Built a loom</li></ul>"}
    jobs = "".join(form.format(title=title, name=name, place=place, time=time, **said) for title, name, place, time in JOBS)
    around = _AROUND.get(form[:3], "div")
    page = f"<h1>Ada Example</h1><p>ada@example.org</p><h2>Experience</h2><{around}>{jobs}</{around}><h2>Skills</h2><p>Looms</p>"
    read = read_content(Content(f"<html><body>{page}</body></html>".encode(), "cv.html")).data["positions"]
    found = [{**job, **role} for job in read for role in job.get("roles", [{}])]
    assert [(job["title"], job["organization"]) for job in found] == [(title, name) for title, name, _, _ in JOBS]
    assert all("start" in job and "end" in job for job in found)
