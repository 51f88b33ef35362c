import type { Page } from '@playwright/test'
import { hostileTexts } from '#testing/hostile/hostile-texts.ts'
import { openHub, sessionOf, signInProfile } from '../support/people.ts'
import { clinicOrigin, mainOrigin, serverAddress } from '../support/product.ts'
import { markupOf } from '../support/stored-text.ts'
import { expect, test } from '../support/test.ts'

/*
 * Clinics' hosts share one cookie (docs/threats.md T10, 1.2): what a script on one host could do to another, and that
 * no script gets there (docs/threats.md T11).
 */
const run = Date.now().toString(36)
const sunrise = clinicOrigin('sunrise')
const harbor = clinicOrigin('harbor')

type Attempt = [name: string, tried: (page: Page) => Promise<unknown>, expected: unknown]

const ranScript = (page: Page) => page.evaluate(() => 'hostile' in window)

const attempts: Attempt[] = [
  [
    'an inline script',
    async (page) => {
      await page.evaluate(() => {
        const script = document.createElement('script')
        try {
          script.text = 'window.hostile = 1'
        } catch {}
        document.body.append(script)
      })
      return ranScript(page)
    },
    false,
  ],
  [
    'a script of the other clinic’s host',
    async (page) => {
      await page.evaluate((address) => {
        const script = document.createElement('script')
        try {
          script.src = address
        } catch {}
        document.body.append(script)
      }, `${harbor}/assets/none.js`)
      return ranScript(page)
    },
    false,
  ],
  [
    'a handler in an attribute',
    async (page) => {
      await page.evaluate(() => {
        const picture = document.createElement('img')
        try {
          picture.setAttribute('onerror', 'window.hostile = 1')
        } catch {}
        picture.src = 'data:,x'
        document.body.append(picture)
      })
      await page.waitForTimeout(50)
      return ranScript(page)
    },
    false,
  ],
  ...(['innerHTML', 'outerHTML'] as const).map(
    (property): Attempt => [
      `markup by ${property}`,
      (page) =>
        page.evaluate((name) => {
          const part = document.body.appendChild(document.createElement('div'))
          try {
            Reflect.set(part, name, '<b>x</b>')
            return 'written'
          } catch (error) {
            return (error as Error).name
          }
        }, property),
      'TypeError',
    ],
  ),
  [
    'markup by document.write',
    (page) =>
      page.evaluate(() => {
        try {
          document.write('<b>x</b>')
          return 'written'
        } catch (error) {
          return (error as Error).name
        }
      }),
    'TypeError',
  ],
  [
    'a frame of the other clinic’s page',
    (page) =>
      page.evaluate(async (address) => {
        const frame = document.createElement('iframe')
        frame.src = address
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
        document.body.append(frame)
        await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 300))])
        try {
          return frame.contentDocument?.body.childElementCount ?? 'out of reach'
        } catch {
          return 'out of reach'
        }
      }, `${harbor}/login`),
    'out of reach',
  ],
  [
    'a base for every address',
    (page) =>
      page.evaluate(() => {
        const base = document.createElement('base')
        base.href = 'https://evil.example/'
        document.head.append(base)
        const { origin } = new URL(document.createElement('a').baseURI)
        base.remove()
        return origin === location.origin
      }),
    true,
  ],
  ...(['/rest/v1/clinics', '/auth/v1/settings', '/functions/v1/check-subscription', '/live/v1'] as const).map(
    (path): Attempt => [
      `a request to the other clinic’s ${path}`,
      (page) =>
        page.evaluate(
          (address) =>
            fetch(address, { credentials: 'include' }).then(
              () => 'answered',
              () => 'refused',
            ),
          `${harbor}${path}`,
        ),
      'refused',
    ],
  ),
  ...(['/rest/v1/clinic_memberships', '/auth/v1/user', '/functions/v1/setup-checklist'] as const).map(
    (path): Attempt => [
      `the cookie alone at ${path}`,
      (page) =>
        page.evaluate(async (address) => {
          const answer = await fetch(address, { credentials: 'include' })
          return answer.status >= 400 || (await answer.text()) === '[]'
        }, `${sunrise}${path}`),
      true,
    ],
  ),
  [
    'the window that opened it',
    (page) => page.evaluate(() => window.opener === null && window.originAgentCluster === true),
    true,
  ],
]

test('a clinic’s host runs only our scripts, and reaches no other clinic', async ({
  page,
  browserErrors,
}) => {
  await signInProfile(page.context(), 'staff@sunrise.test')
  await page.goto(`${sunrise}/unauthorized`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [name, tried, expected] of attempts)
    await test.step(name, async () => expect(await tried(page), name).toBe(expected))
  expect(browserErrors.splice(0).length).toBeGreaterThan(0)
})

test('cookies set by a sibling host sign no user in', async ({ page }) => {
  const domain = `.${new URL(mainOrigin).hostname}`
  const tossed: [name: string, cookies: { name: string; value: string }[]][] = [
    ['garbage', [{ name: 'carefold-session', value: 'x' }]],
    ['no base64', [{ name: 'carefold-session.0', value: 'base64-%%%' }]],
    ['no JSON', [{ name: 'carefold-session.0', value: `base64-${btoa('{')}` }]],
    ['no session', [{ name: 'carefold-session.0', value: `base64-${btoa('{"user":{}}')}` }]],
    ['a list', [{ name: 'carefold-session.0', value: `base64-${btoa('[1]')}` }]],
    [
      'a forged token',
      [
        {
          name: 'carefold-session.0',
          value: `base64-${btoa(JSON.stringify({ access_token: 'a.b.c', refresh_token: 'r', expires_at: 9e9, expires_in: 3600, token_type: 'bearer', user: { id: '1' } }))}`,
        },
      ],
    ],
    ['a second part without a first', [{ name: 'carefold-session.1', value: 'base64-e30' }]],
    [
      'parts without an end',
      Array.from({ length: 4 }, (_, part) => ({
        name: `carefold-session.${part}`,
        value: 'A'.repeat(3_180),
      })),
    ],
  ]
  for (const [name, cookies] of tossed)
    await test.step(name, async () => {
      await page.context().clearCookies()
      await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain, path: '/' })))
      await page.goto(`${harbor}/home`)
      await expect(page.getByLabel('Email'), name).toBeVisible()
      expect(new URL(page.url()).pathname, name).toBe('/login')
    })
})

test('a clinic’s name stays text in server-rendered pages', async ({ page, request }) => {
  const subdomain = `hostile-${run}`
  const hub = clinicOrigin(subdomain)
  const founder = { name: 'Ines Moreau', email: `ines@hostile-${run}.test`, password: 'quiet-river-41' }
  await openHub(page.context(), founder, { name: `Hostile ${run}`, subdomain })
  const { access_token: token } = await sessionOf(request, founder.email, founder.password)
  for (const [index, text] of hostileTexts.entries()) {
    const [about = '', phone = ''] = [1, 2].map((next) => hostileTexts[(index + next) % hostileTexts.length])
    const shown = text.replace('\u2028', '')
    const saved = await request.post(`${serverAddress}/functions/v1/update-clinic-profile`, {
      headers: { Authorization: `Bearer ${token}`, 'x-clinic': subdomain },
      data: {
        ...{ name: shown, about, phone: phone.replace('\u2028', '').slice(0, 40) },
        ...{ timeZone: 'UTC', color: 'plum' },
      },
    })
    expect(saved.status(), await saved.text()).toBe(200)
    await test.step(shown, async () => {
      await expect(async () => {
        await page.goto(`${hub}/login`)
        await expect(page.getByText(shown).first()).toBeAttached({ timeout: 2_000 })
      }).toPass()
      expect(await markupOf(page), shown).toEqual([])
    })
  }
})
