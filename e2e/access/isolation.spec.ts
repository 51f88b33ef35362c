import { expectations } from '#db/tests/tenant-escape/expectations.ts'
import { clinicIdOf, sessionOf, signInProfile } from '../support/people.ts'
import { clinicOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * Members of Harbor see of Sunrise what any visitor sees: its public profile, published plans and the team on its site. So no journey may bring one
 * of them there: whichever ran before on this worker's server, they are as the demo made them.
 */
const sunrise = clinicOrigin('sunrise')
const outsiders = ['admin@harbor.test', 'patient@harbor.test'] as const

/** What a person says about themselves belongs to no clinic; who reads it is tried in db/tests/profiles.test.ts. */
const personalTables = ['public.profiles']

/** Of these a clinic publishes some rows on its own site: who reads which is tried in db/tests/tenant-escape. */
const partlyPublishedTables = ['public.providers']

/** Tables that visitors cannot read. */
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
      // whoever follows "Book a visit" from its site may join
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
