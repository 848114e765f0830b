// Lists the skills that `openclaw skills list` falls back to where no gateway runs, by the same function, for many trees in
// one process. The jobs come on standard input, the lists leave on standard output, both as JSON. The names of the files
// and of what they export differ from version to version, so they are looked up in the command's own file.
// usage: node openclaw.mjs FOLDER-OF-THE-PACKAGE
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const dist = join(process.argv[2], "dist");
const jobs = JSON.parse(readFileSync(0, "utf8"));
const command = readFileSync(join(dist, readdirSync(dist).find((f) => /^skills-cli-.*\.mjs$/.test(f))), "utf8");
const file = (pattern) => join(dist, command.match(pattern)[1]);
const exported = async (path, name) => (await import(pathToFileURL(path)))[readFileSync(path, "utf8").match(new RegExp(`\\b${name} as (\\w+)`))[1]];
const { prepareWorkspaceSkillStatus } = await import(pathToFileURL(file(/prepareWorkspaceSkillStatus \} = await import\("\.\/([^"]+)"/)));
const pinConfigDir = await exported(file(/from "\.\/(utils-[^"]+)"/), "pinConfigDir");
const loadConfig = await exported(file(/from "\.\/(io\.runtime-[^"]+)"/), "loadConfig");

const lists = [];
for (const { home, cwd } of jobs) {
	process.env.HOME = home;
	process.chdir(cwd);
	pinConfigDir(process.env);
	const config = loadConfig({ skipPluginValidation: true, pin: false });
	const { report } = await prepareWorkspaceSkillStatus(config.agents.defaults.workspace, { config, agentId: "main" });
	lists.push(report.skills.filter((s) => !s.bundled).map((s) => ({ name: s.name, path: s.filePath, description: s.description })));
}
process.stdout.write(JSON.stringify(lists), () => process.exit(0));
