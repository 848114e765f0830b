// Lists the skills that oh-my-pi finds in the working folder with its settings, as JSON. usage: bun omp.ts FOLDER-OF-THE-PACKAGE
import { join } from "node:path";
const top = process.argv[2];
const { Settings } = await import(join(top, "src/config/settings.ts"));
await import(join(top, "src/discovery/index.ts"));
const { loadSkills } = await import(join(top, "src/extensibility/skills.ts"));
const settings = await Settings.init({ cwd: process.cwd() });
const { skills } = await loadSkills({ ...settings.getGroup("skills"), disabledExtensions: settings.get("disabledExtensions") ?? [], cwd: process.cwd() });
process.stdout.write(JSON.stringify(skills.map((s: any) => ({ name: s.name, path: s.filePath }))));
process.exit(0);
