import { get } from '../call.ts'
import type { AnyCase, Family } from '../case.ts'
import { siteUrl } from '../world.ts'

/** The final redirect target of a link (docs/contracts/auth.md 1.6). */
function leadsTo(
  name: string,
  target: string,
  end: string,
  how: 'query' | 'header' | 'referer' = 'query',
): AnyCase {
  const headers: Record<string, string> =
    how === 'header' ? { redirect_to: target } : how === 'referer' ? { referer: target } : {}
  const query = how === 'query' ? `&redirect_to=${encodeURIComponent(target)}` : ''
  return {
    name,
    request: get(`/verify?token=abc&type=signup${query}`, { headers }),
    expect: {
      status: 303,
      headers: {
        location: new RegExp(`^${end.replace(/[.?*/]/g, '\\$&')}${end.includes('#') ? '&' : '#'}error`),
      },
    },
  }
}

export const redirects: Family = {
  name: 'redirects',
  cases: [
    leadsTo('a page of the site', `${siteUrl}/any/page`, `${siteUrl}/any/page`),
    leadsTo('a page of localhost on another port', 'http://localhost:3000/cb', 'http://localhost:3000/cb'),
    leadsTo('a loopback address', 'http://127.0.0.1:4000/cb', 'http://127.0.0.1:4000/cb'),
    leadsTo('the fragment of a page', `${siteUrl}/page#part/2`, `${siteUrl}/page#part/2`),
    leadsTo('by header', `${siteUrl}/by-header`, `${siteUrl}/by-header`, 'header'),
    leadsTo('by Referer', `${siteUrl}/by-referer`, `${siteUrl}/by-referer`, 'referer'),
    leadsTo(
      'an allowed glob',
      'https://sunrise.clinic.example/welcome',
      'https://sunrise.clinic.example/welcome',
    ),
    leadsTo('an allowed app scheme', 'carefold-app://open/me', 'carefold-app://open/me'),
    leadsTo('a glob does not cross a dot', 'https://a.b.clinic.example/welcome', `${siteUrl}/`),
    leadsTo('a glob does not cover other pages', 'https://sunrise.clinic.example/other', `${siteUrl}/`),
    ...[
      'https://evil.example/welcome',
      'https://localhost:9999/',
      'http://localhost@evil.example/',
      'http://localhost:9999@evil.example/',
      'http://localhost\\@evil.example/',
      '//evil.example/',
      'javascript:alert(1)',
      'http://2130706433/',
      'http://8.8.8.8/',
      'http://[2001:db8::1]/',
      'https://evil.example/.clinic.example/welcome',
      'http://localhost.evil.example/',
      'not an address',
    ].map((target) => leadsTo(`never ${target}`, target, `${siteUrl}/`)),
  ],
}
