import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '#domain/paths.ts'
import { webFolder } from '#scripts/web/build-web.ts'
import { secretSettings } from '#server/platform/config/secret-files.ts'
import { signInProfile } from '../support/people.ts'
import { clinicOrigin, metricsPort } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* The page's policy (docs/threats.md 1.2 b): no page violates it, and no string becomes markup or script. */

const hub = clinicOrigin('sunrise')

test('all kinds of pages work under the policy', async ({ page }) => {
  const problems: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy|TrustedHTML|TrustedScript|Trusted Type/i.test(message.text()))
      problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  const visit = async (address: string) => {
    await page.goto(address)
    await expect(page.getByRole('main').first()).toBeVisible()
  }
  for (const path of [paths.landing, paths.pricing, paths.login, paths.signUp]) await visit(path)
  await signInProfile(page.context(), 'admin@sunrise.test')
  for (const path of [paths.clinic, paths.members, paths.clinicPlans, paths.clinicMoney, paths.settings])
    await visit(`${hub}${path}`)
  expect(problems).toEqual([])
})

test('the browser refuses a string as markup, and reports it to the server', async ({
  page,
  request,
  browserErrors,
}) => {
  const reported = async () => {
    const metrics = await (await request.get(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const labels = 'directive="require-trusted-types-for",blocked="trusted-types",cause="page"'
    return Number(metrics.split(`carefold_csp_violations_total{${labels}} `)[1]?.split('\n')[0] ?? 0)
  }
  const before = await reported()
  await page.goto(paths.login)
  const refused = await page.evaluate(() => {
    try {
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>')
      return 'accepted'
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(refused).toBe('TypeError')
  await expect.poll(() => browserErrors.splice(0)).toEqual([expect.stringContaining('TrustedHTML')])
  await expect.poll(reported).toBe(before + 1)
})

test('no file for browsers names a secret of the server, or resembles one', () => {
  const files = globSync('**/*.{js,css,html,json,webmanifest,map}', { cwd: webFolder })
  expect(files.length).toBeGreaterThan(50)
  const secret = new RegExp(
    `${secretSettings.join('|')}|service_role|\\b(sk|rk)_(live|test)_|\\bwhsec_|PRIVATE KEY-----`,
  )
  const found = files.filter((file) => secret.test(readFileSync(join(webFolder, file), 'utf8')))
  expect(found).toEqual([])
})
