import { createHash } from 'node:crypto'
import type { PageLook } from '../world/scope.ts'

/** docs/look.md in one sheet, light and dark, from 360 px. */
export const styleSheet = `
:root{color-scheme:light dark;--paper:#FAF8F4;--surface:#FFF;--sunken:#F2EEE6;--ink:#1C2825;--muted:#56635E;
--line:#DED8CC;--control:#857F72;--primary:#1B5E4F;--hover:color-mix(in oklab,var(--primary) 84%,black);--on:#FFF;
--tint:color-mix(in oklab,var(--primary) 12%,#FFF);--danger:#B3261E;
--wash:#FBECEA;--accent:#C8612A}
@media (prefers-color-scheme:dark){:root{--paper:#111917;--surface:#18221F;--sunken:#0C1311;--ink:#E8EEEB;
--muted:#A2B0AA;--line:#2C3935;--control:#72827B;--primary:#7CC8B0;--hover:color-mix(in oklab,var(--primary) 82%,white);--on:#08221B;
--tint:color-mix(in oklab,var(--primary) 14%,#18221F);
--danger:#FF9C92;--wash:#33201E;--accent:#F0A26B}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--paper);color:var(--ink);
font:16px/1.55 "Figtree Variable",Figtree,system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums}
header,main,footer{max-width:440px;margin:0 auto}
header{display:flex;align-items:center;gap:12px;padding:16px 0 20px}
header strong{font:600 1.125rem/1.3 "Fraunces Variable",Fraunces,Georgia,serif;overflow-wrap:anywhere}
header svg{flex:none}
.sheet{fill:var(--primary)}.fold{fill:color-mix(in oklab,var(--primary) 55%,white)}
header text{fill:var(--on);font:600 17px "Fraunces Variable",Fraunces,Georgia,serif}
main{position:relative;overflow:hidden;background:var(--surface);border:1px solid var(--line);border-radius:16px;
padding:28px 24px;box-shadow:0 1px 2px rgb(28 40 37/.06),0 8px 24px rgb(28 40 37/.06)}
main::before{content:"";position:absolute;top:-1px;right:-1px;width:36px;height:36px;
background:linear-gradient(45deg,var(--tint) 50%,var(--paper) 50%);border-bottom-left-radius:8px}
.notice{margin:0 36px 20px 0;color:var(--muted);font-size:.875rem}
h1{margin:0 0 20px;font:500 1.75rem/1.2 "Fraunces Variable",Fraunces,Georgia,"Times New Roman",serif;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{margin:28px 0 12px;font-size:1.125rem;line-height:1.3}
p{margin:0 0 16px}
.lines{list-style:none;margin:0 0 24px;padding:0}
.lines li{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
.lines li span:first-child{overflow-wrap:anywhere}
.lines li span:last-child{white-space:nowrap}
.lines small{display:block;color:var(--muted);font-size:.8125rem}
.lines .total{font-size:1.125rem;font-weight:600;border:0}
.quiet{color:var(--muted);font-size:.9375rem}
.alert{margin:0 0 20px;padding:12px 16px;border-radius:10px;border-left:4px solid var(--danger);background:var(--wash);
color:var(--danger);font-weight:500}
.done{margin:0 0 20px;padding:12px 16px;border-radius:10px;background:var(--tint)}
label{display:block;margin:0 0 16px;font-weight:500;font-size:.9375rem}
label small{display:block;margin-top:4px;color:var(--muted);font-weight:400;font-size:.8125rem}
input{display:block;width:100%;min-height:44px;margin-top:6px;padding:8px 12px;border:1px solid var(--control);
border-radius:10px;background:var(--surface);color:var(--ink);font:inherit}
input[aria-invalid=true]{border-color:var(--danger)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button,.button{display:flex;width:100%;min-height:48px;align-items:center;justify-content:center;margin:0 0 12px;
padding:10px 20px;border:1px solid var(--primary);border-radius:10px;background:var(--primary);color:var(--on);
font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--hover);border-color:var(--hover)}
.second{background:transparent;color:var(--primary)}
.second:hover{background:var(--tint);border-color:var(--primary)}
a{color:var(--primary);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
footer{padding:20px 0;text-align:center;font-size:.875rem;color:var(--muted)}
`

export function styleSheetFor(look: PageLook | null, pagesUrl: string): string {
  const face = (family: string, weight: string, file: string) =>
    `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url("${pagesUrl}/fonts/${file}.woff2") format("woff2")}`
  const colors =
    look && [look.light, look.dark].every((color) => /^#[\da-f]{6}$/i.test(color))
      ? `:root{--primary:${look.light}}@media (prefers-color-scheme:dark){:root{--primary:${look.dark}}}`
      : ''
  return [
    styleSheet,
    face('Figtree Variable', '300 900', 'figtree'),
    face('Fraunces Variable', '100 900', 'fraunces'),
    colors,
  ].join('\n')
}

/** For a page's content security policy. */
export function hashOf(sheet: string): string {
  return `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`
}
