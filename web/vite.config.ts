import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// MU_ENGINE=http: messages go to /engine of a server instead of a worker (scripts/engine_server).
export default defineConfig({
  base: './',
  plugins: [svelte()],
  define: { __ENGINE__: JSON.stringify(process.env.MU_ENGINE ?? 'worker') },
  build: { outDir: process.env.MU_SITE ?? 'dist', emptyOutDir: true, target: 'es2022' },
  worker: { format: 'es' },
});
