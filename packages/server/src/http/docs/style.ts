/** The style of the API page: system fonts, light and dark, readable on paper. Inlined; its hash is in the page's CSP. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0b63ce }
@media (prefers-color-scheme: dark) { :root { --accent: #7db7ff } }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; padding: 2rem 1rem 6rem; max-width: 60rem }
h1 { margin-bottom: .25rem }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line) }
h3 { margin: 2.25rem 0 .25rem }
code { font: .875em/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
a { color: var(--accent) }
.method { display: inline-block; min-width: 3.2rem; font-weight: 700 }
.table { overflow-x: auto }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem }
caption { text-align: left; font-weight: 600; padding: .25rem 0 }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line) }
:target { background: var(--soft) }
`
