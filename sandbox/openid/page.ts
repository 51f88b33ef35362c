import { createHash } from 'node:crypto'
import { Html, html } from '../stripe/pages/html.ts'
import { styleSheet as sharedStyle } from '../stripe/pages/style.ts'
import type { SandboxPerson } from './people.ts'

export const sandboxNotice = 'Local sign-in sandbox: this is not Google, and nobody checks who you are'

const styleSheet = `${sharedStyle}
fieldset{border:0;margin:0 0 16px;padding:0}
legend{padding:0;font-weight:500;font-size:.9375rem}
label.choice{display:flex;gap:10px;align-items:center;margin:8px 0 0;font-weight:400}
label.choice input{width:20px;min-height:20px;height:20px;margin:0}
form+form{margin-top:0}
.second span{display:block}
`
const styleHash = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`

/** Asks who signs in: one of the known people, or somebody new. Every form passes the request on. */
export function signInPage(options: {
  application: string
  request: URLSearchParams
  people: SandboxPerson[]
  problem?: string
}): Response {
  const { application, request, people, problem } = options
  const carried = [...request].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return page(
    'Sign in',
    html`<h1>Sign in to ${application}</h1>
${problem && html`<p class="alert" role="alert">${problem}</p>`}
${people.map(
  (person) => html`<form method="post">${carried}
<input type="hidden" name="as_name" value="${person.name}"><input type="hidden" name="as_email" value="${person.email}">
<input type="hidden" name="as_verified" value="${person.isEmailVerified ? 'yes' : 'no'}">
<button class="second" name="choice" value="known">Continue as ${person.name} (${person.email}${person.isEmailVerified ? '' : ', not verified'})</button></form>`,
)}
<h2>Somebody else</h2>
<form method="post">${carried}
<label>Name<input name="name" autocomplete="off" maxlength="100"></label>
<label>Email<input name="email" type="email" required autocomplete="off" maxlength="200"></label>
<fieldset><legend>Has the provider verified this address?</legend>
<label class="choice"><input type="radio" name="verified" value="yes" checked>Yes</label>
<label class="choice"><input type="radio" name="verified" value="no">No</label></fieldset>
<button name="choice" value="new">Continue</button></form>
<form method="post">${carried}<button class="second" name="choice" value="cancel">Cancel</button></form>`,
  )
}

/** The page for an invalid authorization request: the application made a mistake. */
export function problemPage(problem: string): Response {
  return page(
    'This sign-in cannot go on',
    html`<h1>This sign-in cannot go on</h1><p class="alert" role="alert">${problem}</p>`,
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
<title>${title} · Local sign-in sandbox</title>
${new Html(`<style>${styleSheet}</style>`)}
</head>
<body>
<header><strong>Local sign-in sandbox</strong></header>
<main><p class="notice">${sandboxNotice}</p>${body}</main>
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
