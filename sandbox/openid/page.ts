import { hiddenFields, localPages } from '../local-page.ts'
import { html } from '../stripe/pages/html.ts'
import type { SandboxPerson } from './people.ts'

export const sandboxNotice = 'Local sign-in sandbox: this is not Google, and nobody checks who you are'

const page = localPages({
  name: 'Local sign-in sandbox',
  notice: sandboxNotice,
  style: `
fieldset{border:0;margin:0 0 16px;padding:0}
legend{padding:0;font-weight:500;font-size:.9375rem}
label.choice{display:flex;gap:10px;align-items:center;margin:8px 0 0;font-weight:400}
label.choice input{width:20px;min-height:20px;height:20px;margin:0}
form+form{margin-top:0}
.second span{display:block}
`,
})

/** Asks for one of the known people or a new one. Every form passes the request on. */
export function signInPage(options: {
  application: string
  request: URLSearchParams
  people: SandboxPerson[]
  problem?: string
}): Response {
  const { application, request, people, problem } = options
  const carried = hiddenFields(request)
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

export function problemPage(problem: string): Response {
  return page(
    'This sign-in cannot go on',
    html`<h1>This sign-in cannot go on</h1><p class="alert" role="alert">${problem}</p>`,
    400,
  )
}
