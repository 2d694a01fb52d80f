/** Builds the evidence page and the dashboard; the HTML export's template is built by `scripts/build-web.mjs` from the same settings. */
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/web/',
  resolve: { conditions: ['@heron/source', 'module', 'browser', 'production'] },
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // By name: a list would be joined with what the other build asks for.
      input: { page: 'page.html', dashboard: 'dashboard.html' },
      // Libraries mark modules for servers that render; here everything runs in the browser.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
  worker: { format: 'es' },
})
