// Everything in this folder against a server of its own:
//
//   node tests/e2e/all.mjs MU [--shots FOLDER] [script ...]
//
// MU is the command. With --shots also pictures of every page and every game's table at 360 and 1280
// px, light and dark. The server keeps its tables in a folder that is removed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const [mu, ...asked] = process.argv.slice(2);
const pictures = asked[0] === '--shots' ? asked.splice(0, 2) : [];
const scripts = asked.length ? asked : ['play', 'pages', 'people'];
const folder = mkdtempSync(join(tmpdir(), 'mu-e2e-'));
const server = spawn(mu, ['serve', '--port', '0', '--data', join(folder, 'tables.db')], { stdio: ['ignore', 'pipe', 'inherit'] });
const [address] = await once(createInterface({ input: server.stdout }), 'line');

let failed = false;
for (const name of scripts) {
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const [status] = await once(spawn(process.execPath, [file, address, ...pictures], { stdio: 'inherit' }), 'exit');
  failed ||= status !== 0;
}
server.kill('SIGKILL'); // it is used to that
rmSync(folder, { recursive: true });
process.exit(failed ? 1 : 0);
