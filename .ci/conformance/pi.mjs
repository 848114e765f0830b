// Lists the skills that pi's own resource loader finds, for many trees in one process. The jobs come on standard input,
// the lists leave on standard output, both as JSON. usage: node pi.mjs FOLDER-OF-THE-PACKAGE
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { DefaultResourceLoader, SettingsManager } = await import(pathToFileURL(join(process.argv[2], "dist/index.js")));
const lists = [];
for (const { home, cwd, trusted } of JSON.parse(readFileSync(0, "utf8"))) {
	process.env.HOME = home;
	process.chdir(cwd);
	const agentDir = join(home, ".pi/agent");
	const settingsManager = SettingsManager.create(cwd, agentDir, { projectTrusted: trusted });
	const loader = new DefaultResourceLoader({ cwd, agentDir, settingsManager });
	await loader.reload();
	lists.push(loader.getSkills().skills.map((s) => ({ name: s.name, path: s.filePath })));
}
process.stdout.write(JSON.stringify(lists));
