// Runs what `gemini skills list` runs, for many trees in one process. The jobs come on standard input, what the command
// prints leaves on standard output, both as JSON. Its function is not exported: a copy of its file that does export it is
// laid beside it. usage: node gemini.mjs FOLDER-OF-THE-PACKAGE
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const bundle = join(process.argv[2], "bundle");
const jobs = JSON.parse(readFileSync(0, "utf8"));
const [, file] = readFileSync(join(bundle, "gemini.js"), "utf8").match(/await import\("\.\/(gemini-[^"]+)"\)/);
const text = readFileSync(join(bundle, file), "utf8");
const [, name] = text.match(/\/\/ packages\/cli\/src\/commands\/skills\/list\.ts\n.*\nasync function (\w+)\(/);
const copy = join(bundle, "skills-list.mjs");
writeFileSync(copy, `${text}\nexport { ${name} as list };\n`);
const { list } = await import(pathToFileURL(copy));
const forget = [];
for (const [, chunk] of text.matchAll(/from "\.\/(chunk-[^"]+)"/g)) {
	forget.push((await import(pathToFileURL(join(bundle, chunk)))).resetTrustedFoldersForTesting ?? (() => {}));
}

const write = process.stdout.write.bind(process.stdout);
const printed = [];
for (const { home, cwd } of jobs) {
	process.env.HOME = home;
	process.env.PWD = cwd;
	process.chdir(cwd);
	forget.forEach((f) => f());
	let out = "";
	process.stdout.write = (chunk) => (out += chunk) !== "";
	await list({ all: false });
	process.stdout.write = write;
	printed.push(out);
}
write(JSON.stringify(printed), () => process.exit(0));
