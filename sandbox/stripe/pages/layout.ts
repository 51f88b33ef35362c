import { accountZone } from '../billing/accounts.ts'
import type { Records } from '../world/records.ts'
import { type PageLook, platform, type Scope } from '../world/scope.ts'
import { Html, html } from './html.ts'
import { hashOf, styleSheetFor } from './style.ts'

export interface Page {
  status?: number
  title: string
  body: Html
  /** Redirect targets of the page's forms: browsers apply `form-action` to redirects too. */
  leadsTo?: (string | null | undefined)[]
  back?: { href: string; text: string } | null
}

/** On every hosted page (docs/payments.md rule 2). */
export const sandboxNotice = 'Payment sandbox: no real money moves'

/** Without scripts or resources of other hosts; never cached. */
export function pageResponse(scope: Scope, page: Page): Response {
  const business = businessName(scope)
  const styleSheet = styleSheetFor(scope.look, scope.pagesUrl)
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title} · ${business}</title>
${new Html(`<style>${styleSheet}</style>`)}
</head>
<body>
<header>${scope.look ? accountMark(scope.look) : platformMark}<strong>${business}</strong></header>
<main>
<p class="notice">${sandboxNotice}</p>
${page.body}
</main>
<footer>${page.back ? html`<a href="${page.back.href}">${page.back.text}</a>` : html`Payments for ${business}`}</footer>
</body>
</html>
`
  return new Response(document.text, {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(page.leadsTo ?? [], hashOf(styleSheet)),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  })
}

function policy(leadsTo: Page['leadsTo'], styleHash: string): string {
  const origins = new Set(
    (leadsTo ?? []).flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : [])),
  )
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "font-src 'self'",
    `form-action 'self' ${[...origins].join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** docs/look.md */
function accountMark({ initials }: PageLook): Html {
  return html`<svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true"><path class="sheet" d="M9 0H28L40 12V31A9 9 0 0 1 31 40H9A9 9 0 0 1 0 31V9A9 9 0 0 1 9 0Z"/><path class="fold" d="M28 0V9A3 3 0 0 0 31 12H40Z"/><text x="19" y="27.5" text-anchor="middle">${initials}</text></svg>`
}

/** Carefold's mark (docs/look.md). */
const platformMark = new Html(
  '<svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><path fill="#C8612A" d="M4 3h14l6 6v16H4z"/><path fill="#F0A26B" d="M18 3v6h6z"/></svg>',
)

export function businessName(scope: Scope): string {
  if (scope.isPlatform) return 'Carefold'
  if (scope.look) return scope.look.name
  const account: Records['account'] | undefined = scope.in(platform).find('account', scope.account)
  return account?.business_profile?.name || account?.settings?.dashboard.display_name || 'Your clinic'
}

/** Redirects with a GET, whatever the request's method. */
export function seeOther(url: string): Response {
  return new Response(null, { status: 303, headers: { location: url, 'cache-control': 'no-store' } })
}

/** "Mar 4, 2027" in the account's time zone, as on Stripe's documents. */
export function dateText(scope: Scope, seconds: number): string {
  const timeZone = accountZone(scope)
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(seconds * 1000)
}

/** An error that has the focus when the page opens. */
export function alert(message: string | null | undefined): Html | null {
  return message ? html`<p class="alert" role="alert" tabindex="-1" autofocus>${message}</p>` : null
}

/** In the address after a decline. A new visit shows no old decline. */
export const declinedMark = 'declined'

/** Redirects to the page itself, so that a reload does not send the card again. */
export const declinedAt = (url: string): Response => seeOther(`${url}?${declinedMark}=1`)
