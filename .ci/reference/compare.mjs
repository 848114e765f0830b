// node compare.mjs DEFT REPOSITORY WORK: see `run`.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { toPrompt, validate } from "skills-ref";

const [deft, repo, work] = process.argv.slice(2);

// deftJSON runs deft, whose exit code 1 says that it found something.
function deftJSON(...args) {
  try {
    return JSON.parse(execFileSync(deft, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }));
  } catch (e) {
    if (e.status !== 1) throw e;
    return JSON.parse(e.stdout);
  }
}

// walk lists the files below a folder, links not followed.
function* walk(dir) {
  for (const d of readdirSync(dir, { withFileTypes: true })) {
    const full = path.join(dir, d.name);
    if (d.isDirectory() && d.name !== ".git" && d.name !== "node_modules") yield* walk(full);
    else if (d.isFile()) yield full;
  }
}

// collect copies every skill folder of the repository to WORK/NUMBER/FOLDER, also those inside txtar archives, and
// returns them by the name that differences.json has for them.
function collect() {
  const found = new Map();
  const put = (id, folder, files) => {
    const to = path.join(work, String(found.size), folder);
    mkdirSync(to, { recursive: true });
    files(to);
    found.set(id, to);
  };
  for (const file of walk(repo)) {
    const rel = path.relative(repo, file);
    if (path.basename(file) === "SKILL.md") {
      put(path.dirname(rel), path.basename(path.dirname(file)), (to) => cpSync(path.dirname(file), to, { recursive: true }));
    } else if (file.endsWith(".txtar")) {
      for (const [name, text] of archive(readFileSync(file, "utf8"))) {
        if (path.basename(name) !== "SKILL.md" || name.startsWith("$")) continue;
        put(`${rel}: ${path.dirname(name)}`, path.basename(path.dirname(name)), (to) => writeFileSync(path.join(to, "SKILL.md"), text));
      }
    }
  }
  return found;
}

// archive reads the files of a txtar archive.
function* archive(text) {
  const parts = text.split(/^-- (.+) --$\n?/m);
  for (let i = 1; i < parts.length; i += 2) yield [parts[i].trim(), parts[i + 1]];
}

// plain undoes the escapes of XML.
const plain = (s) => s.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#(39|x27);/g, "'").replace(/&amp;/g, "&");

// entries reads a catalog in the specification's form.
function entries(xml) {
  const out = new Map();
  const entry = /<skill>\n<name>\n([^]*?)\n<\/name>\n<description>\n([^]*?)\n<\/description>\n<location>\n([^]*?)\n<\/location>\n<\/skill>/g;
  for (const [, name, description, location] of xml.matchAll(entry)) {
    out.set(path.resolve(plain(location)), { name: plain(name), description: plain(description).replace(/\s+/g, " ").trim() });
  }
  return out;
}

const skills = collect();
const dirs = [...skills.values()];
const differences = [];
const differ = (id, what, ours, theirs) => {
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) differences.push({ id, what, ours, theirs });
};

const report = new Map(dirs.map((d) => [d, []]));
for (const d of deftJSON("doctor", "--spec", "--json", ...dirs).diagnostics) {
  const dir = dirs.find((one) => d.path === one || d.path.startsWith(one + path.sep));
  if (d.code === "spec") report.get(dir).push(d.message);
}
// Every YAML library has words of its own for what it does not take, and the port writes a list without the quotes and
// brackets of Python.
const said = (messages) =>
  messages.map((m) => m.replace(/^(Invalid YAML in frontmatter)[^]*$/, "$1").replace(/Only .* are allowed/, (list) => list.replace(/[[\]']/g, ""))).sort();
for (const [id, dir] of skills) {
  differ(id, "validate", said(report.get(dir)), said(await validate(dir)));
}

// Each folder is a root of its own here, so that skills of one name do not compete.
const roots = (list) => list.flatMap((dir) => ["--custom-directories", path.dirname(dir)]);
for (const [id, dir] of skills) {
  const ours = entries(deftJSON("prompt", "--catalog", "--form", "specification", "--json", "--budget", "0", "--catalog-description-max-length", "100000", ...roots([dir])).text);
  const theirs = await toPrompt([dir]).then(entries, () => new Map());
  const at = path.join(dir, "SKILL.md");
  differ(id, "catalog", ours.get(at) ?? null, theirs.get(at) ?? null);
}

// A known difference is told by patterns on what each side says, in JSON, and on where the skill is.
const known = JSON.parse(readFileSync("../differences.json", "utf8"));
const explains = (k, d) => k.what === d.what && new RegExp(k.id ?? "").test(d.id) && new RegExp(k.deft).test(JSON.stringify(d.ours)) && new RegExp(k.reference).test(JSON.stringify(d.theirs));
let failed = 0;
for (const d of differences) {
  const why = known.find((k) => explains(k, d));
  if (why) {
    why.seen = (why.seen ?? 0) + 1;
  } else {
    failed++;
    console.log(`${d.what} of ${d.id}\n  deft:       ${JSON.stringify(d.ours)}\n  skills-ref: ${JSON.stringify(d.theirs)}`);
  }
}
for (const k of known) {
  console.log(`${k.seen ? `known, ${k.seen} times` : "no longer true"}: ${k.what}: ${k.why}`);
  failed += k.seen ? 0 : 1;
}
console.log(`${skills.size} skills, ${differences.length} differences, ${failed} to be explained`);
process.exit(failed ? 1 : 0);
