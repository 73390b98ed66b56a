// Download a target, the PDF of an application, or the whole folder.

import { useEffect, useState } from "preact/hooks";
import { Menu } from "./menu";
import { fail, get, settled, state, update, word } from "./store";

export function Downloads() {
  const [applications, setApplications] = useState<string[]>([]);
  useEffect(() => {
    void get("/api/applications").then(setApplications).catch(fail);
  }, [state.profile]);
  const go = async (path: string) => {
    const where = new URLSearchParams({ profile: state.profile });
    for (const [name, value] of new URLSearchParams(location.search))
      if (["view", "style", "language"].includes(name) || name.startsWith("set.")) where.set(name, value);
    await settled();
    update({ status: `${word("download")} …`, failures: [] });
    try {
      const response = await fetch(`${path}?${where}`);
      if (!response.ok) throw await response.json();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await response.blob());
      link.download = decodeURIComponent(/UTF-8''(.+)$/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "");
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      update({ status: `${word("download")}: ${link.download}` });
    } catch (error) {
      fail(error);
    }
  };
  const targets = Object.entries(state.start?.targets ?? {});
  const items = [
    ...targets.map(([name, help]) => ({ key: `/download/${name}`, text: `${name} – ${help}` })),
    ...applications.map((name) => ({ key: `/application/${name}`, text: `${word("application")}: ${name}` })),
    { key: "/folder.zip", text: word("folder") },
  ];
  return (
    <>
      <button type="button" class="main" onClick={() => void go("/download/pdf")} aria-label={`${word("download")}: PDF`}>
        PDF
      </button>
      <Menu label={`${word("download")} …`} items={items} act={(path) => void go(path)} />
    </>
  );
}
