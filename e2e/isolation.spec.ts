import type { APIRequestContext } from '@playwright/test'
import { expectations } from '#db/tests/tenant-escape/expectations.ts'
import { clinicOrigin, demoPassword, serverAddress, signIn } from './support/product.ts'
import { expect, test } from './support/test.ts'

/* Members of Harbor see of Sunrise what any visitor sees: its public profile and published plans. */
const sunrise = clinicOrigin('sunrise')
const outsiders = ['admin@harbor.test', 'patient@harbor.test'] as const

/** Tables that visitors cannot read. */
const privateTables = Object.entries(expectations)
  .filter(
    ([name, { select }]) =>
      name.startsWith('public.') && select && !('everybody' in select || 'visitor' in select),
  )
  .map(([name]) => name.replace('public.', ''))

for (const email of outsiders) {
  test.describe(`${email} at Sunrise`, () => {
    test('cannot open any page of the clinic area', async ({ page }) => {
      await signIn(page, clinicOrigin('harbor'), email, demoPassword)
      await page.waitForURL(/\/(clinic|home)/)
      for (const path of ['/clinic', '/members', '/clinic/money', '/clinic/plans']) {
        await page.goto(`${sunrise}${path}`)
        await expect(page.getByText(/Access Denied|You have not joined/).first()).toBeVisible()
        await expect(page.getByText('Nora Lindqvist')).toHaveCount(0)
      }
    })

    test('cannot read its rows through the data API', async ({ request }) => {
      const token = await accessToken(request, email)
      const sunriseId = await clinicId(request)
      for (const table of privateTables) {
        const answer = await request.get(
          `${serverAddress}/rest/v1/${table}?clinic_id=eq.${sunriseId}&select=clinic_id`,
          {
            headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
          },
        )
        // either no rows, or no permission at all
        if (answer.status() === 200) expect(await answer.json(), table).toEqual([])
        else expect(answer.status(), table).toBe(403)
      }
    })

    test('cannot call any action on it', async ({ request }) => {
      const token = await accessToken(request, email)
      for (const name of [
        'dashboard-figures',
        'money-overview',
        'setup-checklist',
        'start-payout-onboarding',
      ]) {
        const answer = await request.post(`${serverAddress}/functions/v1/${name}`, {
          headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
          data: {},
        })
        expect(answer.status(), name).toBe(403)
      }
      const claim = await request.post(`${serverAddress}/functions/v1/set-tenant-claim`, {
        headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
        data: { clinicId: await clinicId(request) },
      })
      expect([403, 404]).toContain(claim.status())
    })
  })
}

async function accessToken(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.post(`${serverAddress}/auth/v1/token?grant_type=password`, {
    data: { email, password: demoPassword },
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function clinicId(request: APIRequestContext): Promise<string> {
  const answer = await request.get(`${serverAddress}/rest/v1/clinics?subdomain=eq.sunrise&select=id`)
  const [clinic] = (await answer.json()) as { id: string }[]
  if (!clinic) throw new Error('the demo clinic is missing')
  return clinic.id
}
