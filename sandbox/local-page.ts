import { createHash } from 'node:crypto'
import { Html, html } from './stripe/pages/html.ts'
import { styleSheet as sharedStyle } from './stripe/pages/style.ts'

/** @param options.notice explains on each page what is not real */
export function localPages({ name, notice, style = '' }: { name: string; notice: string; style?: string }) {
  const styleSheet = `${sharedStyle}${style}`
  const styleHash = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`
  return (title: string, body: Html, status = 200): Response => {
    const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${name}</title>
${new Html(`<style>${styleSheet}</style>`)}
</head>
<body>
<header><strong>${name}</strong></header>
<main><p class="notice">${notice}</p>${body}</main>
</body>
</html>
`
    return new Response(document.text, {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        // No form-action: browsers apply it to a form's redirects too, and these lead to any clinic's host.
        'content-security-policy': `default-src 'none'; style-src ${styleHash}; base-uri 'none'; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      },
    })
  }
}

/** The parameters of a request, passed on by a form's hidden fields. */
export function hiddenFields(request: URLSearchParams): Html[] {
  return [...request].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
}
