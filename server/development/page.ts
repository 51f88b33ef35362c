export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light dark;--paper:#FAF8F4;--surface:#FFF;--ink:#1C2825;--muted:#56635E;--line:#DED8CC;--primary:#1B5E4F}
@media (prefers-color-scheme:dark){:root{--paper:#111917;--surface:#18221F;--ink:#E8EEEB;--muted:#A2B0AA;--line:#2C3935;--primary:#7CC8B0}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:32px 16px}h1{font-size:1.75rem;margin:0 0 4px}p{margin:0 0 16px}
.muted{color:var(--muted)}a{color:var(--primary)}ul{list-style:none;padding:0;margin:24px 0;display:grid;gap:8px}
li,article{background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:16px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}
iframe{width:100%;height:640px;border:1px solid var(--line);border-radius:16px;background:#fff;margin-top:16px}`

/** Without script. Never reachable in production. */
export function developmentPage(title: string, body: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: *; frame-src 'self'; base-uri 'none'",
    },
  })
}
