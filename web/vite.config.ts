import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// MU_ENGINE=server: tables at `mu serve`, by WebSocket; otherwise in a worker beside the page.
export default defineConfig({
  base: './',
  plugins: [svelte()],
  define: { __ENGINE__: JSON.stringify(process.env.MU_ENGINE ?? 'worker') },
  build: { outDir: process.env.MU_SITE ?? 'dist', emptyOutDir: true, target: 'es2022' },
  worker: { format: 'es' },
});
