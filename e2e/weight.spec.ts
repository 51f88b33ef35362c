import { openAs } from './support/people.ts'
import { clinicOrigin, mainOrigin } from './support/product.ts'
import { expect, test } from './support/test.ts'
import { type Weight, weigh } from './support/weight.ts'

/*
 * What pages weigh (docs/performance.md 4): a page that grows past its budget fails. A budget may only be lowered, or raised with a
 * reason in the commit.
 */
const kb = 1000

function expectWithin(weight: Weight, budget: Weight, what: string): void {
  for (const part of ['scripts', 'styles', 'files', 'questions'] as const)
    expect(weight[part], `${part} of ${what}: ${JSON.stringify(weight)}`).toBeLessThanOrEqual(budget[part])
}

test('what a visitor loads', async ({ page }) => {
  const visitor = { scripts: 25 * kb, styles: 15 * kb, files: 4, questions: 0 }
  for (const path of ['/', '/pricing', '/contact', '/privacy'])
    await test.step(path, async () => {
      expectWithin(await weigh(page, `${mainOrigin}${path}`), visitor, path)
    })
  // goal: 95 KB
  const access = { scripts: 110 * kb, styles: 15 * kb, files: 8, questions: 2 }
  for (const path of ['/login', '/sign-up', '/join'])
    await test.step(path, async () => {
      expectWithin(await weigh(page, `${mainOrigin}${path}`), access, path)
    })
})

test('what people who are signed in load', async ({ browser }) => {
  // goal: 155 KB, 8 files, 4 questions; on a slow machine the auth client comes before the last card does
  const shell = { scripts: 232 * kb, styles: 15 * kb, files: 13, questions: 10 }
  for (const [email, path] of [
    ['admin@sunrise.test', '/clinic'],
    ['admin@sunrise.test', '/members'],
    ['patient@sunrise.test', '/home'],
  ] as const)
    await test.step(path, async () => {
      const page = await openAs(browser, email, null)
      expectWithin(await weigh(page, `${clinicOrigin('sunrise')}${path}`), shell, path)
      await page.context().close()
    })
})
