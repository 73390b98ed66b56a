// Show what a file says that the profile does not: each proposal beside the words of the file, and for a PDF beside its page.

import { useEffect, useRef, useState } from "preact/hooks";
import { isCollection, sectionTitle } from "./outline";
import { decide, fieldLabel, type Proposal, state, word } from "./store";

function OldPage({ proposal }: { proposal: Proposal }) {
  const box = useRef<HTMLDivElement>(null);
  const first = proposal.places[0]!;
  const show = () => {
    const inner = box.current!;
    inner.scrollTop = first.top * inner.scrollHeight - inner.clientHeight / 3;
  };
  useEffect(show, []);
  return (
    <div class="old-page" ref={box} tabIndex={0} role="region" aria-label={`${word("pages")} ${first.page + 1}`}>
      <div class="sheet">
        <img
          src={`/old/${first.page}.png?${new URLSearchParams({ profile: state.profile, turn: String(state.turn) })}`}
          alt={`${word("pages")} ${first.page + 1}`}
          onLoad={show}
        />
        {proposal.places.map((place, index) => (
          <span
            key={index}
            class="box"
            style={{
              left: `${place.left * 100}%`,
              top: `${place.top * 100}%`,
              width: `${(place.right - place.left) * 100}%`,
              height: `${(place.bottom - place.top) * 100}%`,
            }}
          />
        ))}
      </div>
    </div>
  );
}

function One({ proposal }: { proposal: Proposal }) {
  const [text, setText] = useState<string | null>(null);
  const [page, setPage] = useState(false);
  const said = proposal.about || proposal.path;
  return (
    <li>
      <p>
        <b dir="auto">{said}</b> <span class="soft">{`${isCollection(proposal.path) ? sectionTitle(proposal.path) : proposal.path} ${proposal.reason}`}</span>
      </p>
      {proposal.words.length > 0 && (
        <blockquote dir="auto" aria-label={word("oldWords")}>
          {proposal.words.join("\n")}
        </blockquote>
      )}
      {proposal.places.length > 0 && (
        <button type="button" class="small" aria-expanded={page} onClick={() => setPage(!page)}>
          {`${word("onPage")} ${proposal.places[0]!.page + 1}`}
        </button>
      )}
      {page && <OldPage proposal={proposal} />}
      {proposal.old && (
        <p>
          <del dir="auto">{proposal.old}</del>
        </p>
      )}
      {proposal.text ? (
        <textarea
          dir="auto"
          aria-label={said}
          rows={Math.min(8, Math.ceil((text ?? proposal.text).length / 60))}
          value={text ?? proposal.text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      ) : Object.keys(proposal.fields).length ? (
        <dl>
          {Object.entries(proposal.fields).map(([key, said]) => (
            <div key={key}>
              <dt>{fieldLabel(key, state.forms.properties?.[proposal.path]?.["x-model"])}</dt>
              <dd dir="auto">{said}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>
          <ins dir="auto">{proposal.new}</ins>
        </p>
      )}
      <button type="button" onClick={() => decide([proposal.id], true, text)} aria-label={`${word("accept")}: ${said}`}>
        {word("accept")}
      </button>{" "}
      <button type="button" onClick={() => decide([proposal.id], false)} aria-label={`${word("refuse")}: ${said}`}>
        {word("refuse")}
      </button>
    </li>
  );
}

export function Proposals() {
  const ids = state.proposals.map((each) => each.id);
  if (!ids.length) return <p>{word("nothingNew")}</p>;
  return (
    <>
      <div class="row">
        <button type="button" onClick={() => decide(ids, true)}>
          {`${word("acceptAll")} (${ids.length})`}
        </button>
        <button type="button" onClick={() => decide(ids, false)}>
          {word("refuseAll")}
        </button>
      </div>
      <ul class="proposals">
        {state.proposals.map((each) => (
          <One key={each.id} proposal={each} />
        ))}
      </ul>
    </>
  );
}
