import { createHash } from 'node:crypto'
import { Html, html } from '../stripe/pages/html.ts'
import { styleSheet } from '../stripe/pages/style.ts'

const styleHash = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`
const notice = 'Local sandbox: this is not Google, and no presentation of anybody is read'

/** Asks whether the application may read presentations. */
export function consentPage(request: URLSearchParams): Response {
  const carried = [...request].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return page(
    'Allow reading',
    html`<h1>Carefold asks to read your presentations</h1>
<p>It reads the one that you named, once.</p>
<form method="post">${carried}<button name="choice" value="allow">Allow</button>
<button class="second" name="choice" value="cancel">Cancel</button></form>`,
  )
}

/** The page for an invalid request: the application made a mistake. */
export function problemPage(problem: string): Response {
  return page(
    'This cannot go on',
    html`<h1>This cannot go on</h1><p class="alert" role="alert">${problem}</p>`,
    400,
  )
}

function page(title: string, body: Html, status = 200): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Local Google Slides sandbox</title>
${new Html(`<style>${styleSheet}</style>`)}
</head>
<body>
<header><strong>Local Google Slides sandbox</strong></header>
<main><p class="notice">${notice}</p>${body}</main>
</body>
</html>
`
  return new Response(document.text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // no form-action: browsers apply it to a form's redirects too, and these lead to any clinic's host
      'content-security-policy': `default-src 'none'; style-src ${styleHash}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  })
}
