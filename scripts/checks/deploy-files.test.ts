import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const metrics = read('server/platform/metrics/metrics.ts')

it.each(['deploy/alerts.yml', 'deploy/grafana/carefold.json'])('%s uses only metrics that exist', (path) => {
  const names = [...read(path).matchAll(/carefold_[a-z_]+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )
  expect(names.length).toBeGreaterThan(5)
  for (const name of new Set(names)) expect(metrics, name).toContain(`name: '${name}'`)
})

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
  for (const file of ['deploy/Dockerfile', 'deploy/carefold.service', 'deploy/carefold-backup.service']) {
    const paths = [...read(file).matchAll(/scripts\/[a-z/-]+\.(ts|cjs)/g)].map(([path]) => path)
    expect(paths.length).toBeGreaterThan(1)
    for (const path of paths) expect(existsSync(path), path).toBe(true)
  }
})

// systemd kills remaining processes when the started one has ended: with npm, the server amid its requests
it('the units start the server itself', () => {
  for (const file of ['deploy/carefold.service', 'deploy/carefold-backup.service'])
    expect(read(file)).not.toMatch(/^ExecStart=\S*npm\b/m)
})

it('the server may write its nightly backup, since it makes the copy itself', () => {
  const folder = /^Environment=BACKUP_DIR=(.+)$/m.exec(read('deploy/carefold-backup.service'))?.[1]
  expect(folder).toBeTruthy()
  expect(read('deploy/carefold.service')).toContain(`\nReadWritePaths=-${folder}\n`)
})

it('nginx passes on an address that the data API accepts or refuses itself', () => {
  expect(read('deploy/nginx.conf')).toMatch(/^large_client_header_buffers 4 64k;$/m)
})

it('nginx logs no query: addresses in mails carry tokens', () => {
  const settings = read('deploy/nginx.conf')
  expect(settings).not.toMatch(/log_format[^;]*\$(request|request_uri|args|query_string|http_referer)\b/)
  for (const server of settings.split(/^server \{/m).slice(1))
    expect(server).toMatch(/access_log \S+ carefold;/)
})

it('no image contains the settings with their keys', () => {
  expect(read('.dockerignore').split('\n')).toContain('deploy/env')
})
