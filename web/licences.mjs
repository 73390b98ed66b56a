// Write the licences of the packages that are in the bundle next to it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const { inputs } = JSON.parse(readFileSync("build/meta.json", "utf-8"));
const names = new Set(
  Object.keys(inputs)
    .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
    .filter(Boolean),
);
const texts = [...names].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf-8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!license || !file || !existsSync(`${folder}/${file}`)) throw new Error(`${name} has no licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, "utf-8").trim()}\n`;
});
writeFileSync("../src/cvrender/run/edit/bundle/licences.txt", texts.join(`\n${"-".repeat(72)}\n\n`));
