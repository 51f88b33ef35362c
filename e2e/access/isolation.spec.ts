import { expectations } from '#db/tests/tenant-escape/expectations.ts'
import { clinicIdOf, sessionOf, signInProfile } from '../support/people.ts'
import { clinicOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * Harbor's members see Sunrise as visitors do: its profile, published plans and the team on its site. No other journey
 * may let them join it.
 */
const sunrise = clinicOrigin('sunrise')
const outsiders = ['admin@harbor.test', 'patient@harbor.test'] as const

/** Profiles belong to no clinic; db/tests/profiles.test.ts tests their readers. */
const personalTables = ['public.profiles']

/** A clinic's site publishes some of these rows; db/tests/tenant-escape tests their readers. */
const partlyPublishedTables = ['public.providers']

const privateTables = Object.entries(expectations)
  .filter(
    ([name, { select }]) =>
      name.startsWith('public.') &&
      !personalTables.includes(name) &&
      !partlyPublishedTables.includes(name) &&
      select &&
      !('everybody' in select || 'visitor' in select),
  )
  .map(([name]) => name.replace('public.', ''))

for (const email of outsiders) {
  test.describe(`${email} at Sunrise`, () => {
    test('cannot open any page of the clinic area', async ({ page }) => {
      await signInProfile(page.context(), email)
      for (const path of ['/clinic', '/members', '/clinic/money', '/clinic/plans']) {
        await page.goto(`${sunrise}${path}`)
        await expect(page.getByText(/Access Denied|You have not joined/).first()).toBeVisible()
        await expect(page.getByText('Nora Lindqvist')).toHaveCount(0)
      }
      // a visitor who follows "Book a visit" from its site may join
      await page.goto(`${sunrise}/appointments`)
      await expect(page.getByText('You have not joined Sunrise Family Clinic')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Join Sunrise Family Clinic' })).toBeVisible()
      await expect(page.getByText('Nora Lindqvist')).toHaveCount(0)
    })

    test('cannot read its rows through the data API', async ({ request }) => {
      const { access_token: token } = await sessionOf(request, email)
      const sunriseId = await clinicIdOf(request, 'sunrise')
      for (const table of privateTables) {
        const answer = await request.get(
          `${serverAddress}/rest/v1/${table}?clinic_id=eq.${sunriseId}&select=clinic_id`,
          {
            headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
          },
        )
        // either no rows, or no permission at all
        if (answer.status() === 200) expect(await answer.json(), table).toEqual([])
        else expect(answer.status(), `${table}: ${await answer.text()}`).toBe(403)
      }
    })

    test('cannot call any action on it', async ({ request }) => {
      const { access_token: token } = await sessionOf(request, email)
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
        data: { clinicId: await clinicIdOf(request, 'sunrise') },
      })
      expect([403, 404]).toContain(claim.status())
    })
  })
}
