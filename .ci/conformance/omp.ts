// Lists the skills that oh-my-pi finds in the working folder, as JSON. usage: bun omp.ts FOLDER-OF-THE-PACKAGE
import { join } from "node:path";

const top = process.argv[2];
await import(join(top, "src/discovery/index.ts"));
const { loadSkills } = await import(join(top, "src/extensibility/skills.ts"));
const { skills } = await loadSkills({ cwd: process.cwd() });
process.stdout.write(JSON.stringify(skills.map((s: any) => ({ name: s.name, path: s.filePath }))));
process.exit(0);
