import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const metrics = read('server/platform/metrics/metrics.ts')

it.each(['deploy/alerts.yml', 'deploy/grafana/carefold.json'])(
  '%s asks only for metrics that exist',
  (path) => {
    const names = [...read(path).matchAll(/carefold_[a-z_]+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    )
    expect(names.length).toBeGreaterThan(5)
    for (const name of new Set(names)) expect(metrics, name).toContain(`name: '${name}'`)
  },
)

it('each of the six alerts has a row that says what to do', () => {
  const alerts = read('deploy/alerts.yml')
  const page = read('docs/operating.md')
  const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  expect(names).toHaveLength(6)
  for (const name of names) {
    const number = new RegExp(`alert: ${name}\\b[^]*?runbook: docs/operating\\.md (8\\.\\d)`).exec(
      alerts,
    )?.[1]
    expect(page).toContain(`| ${number} | ${name} |`)
  }
})

it('the image and the units start files that exist', () => {
  const image = read('deploy/Dockerfile')
  for (const [path] of image.matchAll(/scripts\/[a-z-]+\.(ts|cjs)/g))
    expect(existsSync(path), path).toBe(true)
  const scripts = JSON.parse(read('package.json')).scripts
  const units = read('deploy/carefold.service') + read('deploy/carefold-backup.service')
  for (const [, name] of units.matchAll(/npm (?:run )?(\w+)/g)) expect(scripts).toHaveProperty(name ?? '')
})
