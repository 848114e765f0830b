// A client of `deft mcp` on the tree that `run` makes: node client.mjs PATH-OF-DEFT.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { PromptListChangedNotificationSchema, ResourceListChangedNotificationSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

const client = new Client({ name: "deft-check", version: "1.0.0" });
const changed = new Map();
const lists = new Map();
for (const [name, schema] of Object.entries({ tools: ToolListChangedNotificationSchema, resources: ResourceListChangedNotificationSchema, prompts: PromptListChangedNotificationSchema })) {
  lists.set(name, new Promise((done) => changed.set(name, done)));
  client.setNotificationHandler(schema, () => changed.get(name)());
}
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["mcp", "--provider", "native"], env: process.env, stderr: "inherit" }));

let checks = 0;
const check = (name, ok, got) => {
  checks++;
  assert.ok(ok, `${name}: got ${JSON.stringify(got)}`);
};
const call = async (name, args) => {
  const r = await client.callTool({ name, arguments: args });
  return { text: r.content.map((c) => c.text).join(""), failed: r.isError === true, data: r.structuredContent };
};
const refused = async (what, promise, want) => {
  const err = await promise.then((r) => ({ message: "no error: " + JSON.stringify(r) }), (e) => e);
  check(what, want.test(err.message), err.message);
};
const digest = (text) => "sha256:" + createHash("sha256").update(text).digest("hex");

// What a client learns when it connects.
check("server", client.getServerVersion().name === "deft", client.getServerVersion());
check("instructions", /`pdf-forms`: Fills PDF/.test(client.getInstructions()) && !/people-only/.test(client.getInstructions()), client.getInstructions());
check("extension", client.getServerCapabilities().extensions?.["io.modelcontextprotocol/skills"] !== undefined, client.getServerCapabilities());

// Tools.
const { tools } = await client.listTools();
check("tools", tools.map((t) => t.name).sort().join() === "read,skill_load,skill_read_resource,skill_search", tools.map((t) => t.name));
const loader = tools.find((t) => t.name === "skill_load");
check("manifest", loader.description.includes("- `pdf-forms`: Fills PDF forms"), loader.description);
check("strict schema", loader.inputSchema.additionalProperties === false, loader.inputSchema);
const found = await call("skill_search", { query: "merge two pdf documents" });
check("search", found.data.skills[0].name === "pdf-forms" && found.data.skills[0].confidence > 0 && found.data.skills[0].words.length > 0, found);
check("search hides", !JSON.stringify(await call("skill_search", { query: "ship the shop" })).includes("people-only"), found);
const loaded = await call("skill_load", { skill_name: found.data.skills[0].name });
check("load", /^<skill_content name="pdf-forms">/.test(loaded.text) && /- references\/fields.md/.test(loaded.text) && /Fill /.test(loaded.text), loaded);
check("load again is full", (await call("skill_load", { skill_name: "pdf-forms" })).text === loaded.text, "another text");
check("alias", (await call("load_skill", { slug: "pdf-forms" })).text === loaded.text, "another text");
const dsh = await call("skill", { name: "pdf-forms" });
check("dsh", /Base directory for this skill: /.test(dsh.text) && !/fields.md\n- /.test(dsh.text), dsh);
check("resource", (await call("skill_read_resource", { skill_name: "pdf-forms", path: "references/fields.md" })).text === "# Fields\n", "another text");
check("alias of resource", (await call("read_skill_file", { slug: "pdf-forms", path: "./references/fields.md" })).text === "# Fields\n", "another text");
check("read", (await call("read", { path: "skill://pdf-forms/references/fields.md" })).text === "# Fields\n", "another text");

// Calls that go wrong say what is wrong.
for (const [name, args, want] of [
  ["skill_load", { skill_name: "pdf-forms", extra: 1 }, /unknown argument "extra"/],
  ["skill_load", { name: "pdf-forms" }, /unknown argument "name"/],
  ["skill_load", {}, /argument "skill_name" is missing/],
  ["skill_load", { skill_name: 7 }, /argument "skill_name" is a number; it wants a string/],
  ["skill_search", { query: ["x"] }, /argument "query" is a list/],
  ["skill_load", { skill_name: "pdf-form" }, /no skill "pdf-form"; nearest: pdf-forms/],
  ["skill_load", { skill_name: "people-only" }, /not for models/],
  ["skill_read_resource", { skill_name: "people-only", path: "SKILL.md" }, /not for models/],
  ["read", { path: "skill://people-only" }, /not for models/],
  ["read", { path: ".deft/skills/people-only/SKILL.md" }, /not for models/],
  ["skill_read_resource", { skill_name: "pdf-forms", path: "../people-only/SKILL.md" }, /".." in path/],
  ["skill_read_resource", { skill_name: "pdf-forms", path: "/etc/passwd" }, /absolute path/],
  ["skill_read_resource", { skill_name: "pdf-forms", path: "%2e%2e/%2e%2e/x" }, /".." in path/],
  ["skill_read_resource", { skill_name: "pdf-forms", path: "out/secret.txt" }, /leads outside/],
  ["skill_read_resource", { skill_name: "pdf-forms", path: "fields.md" }, /File not found: fields.md/],
  ["skill_read_resource", { skill_name: "pdf-forms", path: "assets/logo.png" }, /binary file of 10 bytes/],
  ["read", { path: "../outside/secret.txt" }, /".." in path/],
  ["read", { path: "/etc/passwd" }, /leads outside the project/],
]) {
  const got = await call(name, args);
  check(`${name} ${JSON.stringify(args)}`, got.failed && want.test(got.text) && !got.text.includes("TESTONLY"), got);
}
await refused("unknown tool", client.callTool({ name: "skill_run_script", arguments: {} }), /unknown tool/);

// Resources.
const { resources } = await client.listResources();
check("resources", resources.map((r) => r.uri).join() === "skill://models-only/SKILL.md,skill://pdf-forms/SKILL.md", resources);
check("resource type", resources[1].mimeType === "text/markdown" && resources[1].name === "pdf-forms", resources[1]);
const { resourceTemplates } = await client.listResourceTemplates();
check("template", resourceTemplates[0].uriTemplate === "skill://{name}/{+path}", resourceTemplates);
const [md] = (await client.readResource({ uri: "skill://pdf-forms/SKILL.md" })).contents;
check("SKILL.md", md.mimeType === "text/markdown" && md.text.startsWith("---\nname: pdf-forms") && md._meta.digest === digest(md.text), md);
const [png] = (await client.readResource({ uri: "skill://pdf-forms/assets/logo.png" })).contents;
check("blob", png.mimeType === "image/png" && Buffer.from(png.blob, "base64").length === 10, png);
for (const [uri, want] of [
  ["skill://pdf-forms/../../../outside/secret.txt", /".." in path/],
  ["skill://pdf-forms/%2e%2e/%2e%2e/secret.txt", /".." in path/],
  ["skill://pdf-forms/out/secret.txt", /leads outside/],
  ["skill://pdf-forms/nothing.md", /File not found/],
  ["skill://people-only/SKILL.md", /not for models/],
  ["skill://nobody/SKILL.md", /no such skill/],
  ["file:///etc/passwd", /not a skill:\/\/ URL/],
]) {
  await refused(uri, client.readResource({ uri }), want);
}

// The skills extension.
const anything = z.object({}).passthrough();
const { skills } = await client.request({ method: "skills/list", params: {} }, anything);
check("skills/list", skills.map((s) => s.uri).join() === "skill://models-only/SKILL.md,skill://pdf-forms/SKILL.md", skills);
check("frontmatter", skills[1].frontmatter.metadata.version === 1.2 && skills[1].frontmatter["argument-hint"] === "FILE", skills[1]);
for (const file of skills[1].resources) {
  const [c] = (await client.readResource({ uri: file.uri })).contents;
  const bytes = c.blob === undefined ? Buffer.from(c.text) : Buffer.from(c.blob, "base64");
  check(`digest of ${file.uri}`, digest(bytes) === file.digest && bytes.length === file.size, file);
}
check("skills/get", (await client.request({ method: "skills/get", params: { uri: skills[1].uri } }, anything)).skill.uri === skills[1].uri, "another skill");
await refused("skills/get of one for people", client.request({ method: "skills/get", params: { uri: "skill://people-only/SKILL.md" } }, anything), /-32602.*not for models/);

// Prompts are for people.
const { prompts } = await client.listPrompts();
check("prompts", prompts.map((p) => p.name).join() === "pdf-forms,people-only", prompts);
check("argument", prompts[0].arguments[0].name === "arguments" && prompts[0].arguments[0].description === "FILE", prompts[0]);
const prompt = await client.getPrompt({ name: "pdf-forms", arguments: { arguments: "a.pdf" } });
check("prompt", prompt.messages[0].content.text.startsWith("Fill a.pdf with references/fields.md."), prompt);
await refused("prompt of another argument", client.getPrompt({ name: "pdf-forms", arguments: { file: "x" } }), /unknown argument "file"/);

// What changes on the disk is told.
mkdirSync(".deft/skills/new-one");
writeFileSync(".deft/skills/new-one/SKILL.md", "---\nname: new-one\ndescription: Came later.\n---\nNEW\n");
for (const [name, told] of lists) {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error(`${name}/list_changed was not told within 20 s`)), 20_000)));
  await Promise.race([told, late]);
  clearTimeout(timer);
  checks++;
}
check("new resource", (await client.listResources()).resources.some((r) => r.uri === "skill://new-one/SKILL.md"), "not listed");
check("new manifest", (await client.listTools()).tools.find((t) => t.name === "skill_load").description.includes("new-one"), "not listed");

await client.close();
console.log(`${checks} checks passed`);
