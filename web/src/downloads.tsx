// Download a target, the PDF of an application, or the whole folder.

import { useEffect, useState } from "preact/hooks";
import { chosen, fail, get, state, word } from "./store";

export function Downloads() {
  const [applications, setApplications] = useState<string[]>([]);
  useEffect(() => {
    void get("/api/applications").then(setApplications).catch(fail);
  }, [state.profile]);
  const where = new URLSearchParams({ profile: state.profile });
  for (const name of ["view", "style", "language"]) if (chosen(name)) where.set(name, chosen(name));
  const go = (path: string) => {
    if (path) location.assign(`${path}?${where}`);
  };
  return (
    <label>
      {word("download")}{" "}
      <select
        value=""
        onChange={(event) => {
          go(event.currentTarget.value);
          event.currentTarget.value = "";
        }}
      >
        <option value="">…</option>
        {Object.entries(state.start?.targets ?? {}).map(([name, about]) => (
          <option key={name} value={`/download/${name}`} title={about}>
            {name}
          </option>
        ))}
        {applications.map((name) => (
          <option key={name} value={`/application/${name}`}>{`${word("application")}: ${name}`}</option>
        ))}
        <option value="/folder.zip">{word("folder")}</option>
      </select>
    </label>
  );
}
