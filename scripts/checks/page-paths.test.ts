import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pagePatternOf } from '#domain/page-patterns.ts'
import * as domainPaths from '#domain/paths.ts'
import { paths } from '#domain/paths.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const router = readFileSync(join(root, 'web/router.tsx'), 'utf8')

/** Paths of the auth service's API that look like a page's. */
const otherApis = [/^server\/auth\/routes\.ts$/, /^domain\/paths\.ts$/]

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !otherApis.some((pattern) => pattern.test(file)))
}

// spec: A2 Every route of the specification is a page
test('every route that the specification lists is a page', () => {
  const routes = `/ /how-it-works /login /sign-up /join /forgot-password /logout /update-password /accept-invite
    /auth/callback/invite /confirm-email /home /clinic /members /settings /content /settings/profile /settings/clinic
    /settings/plan /settings/billing /settings/team /settings/password /settings/notifications /learn /pay /profile
    /appointments /dashboard /demo /feedback /pricing /contact /about-us /wellness-plans /unauthorized`
  const pages: string[] = Object.values(paths)
  expect(routes.split(/\s+/).filter((route) => !pages.includes(route))).toEqual([])
})

// spec: A2 Every page is in the router
test('every page of domain/paths.ts is in the router', () => {
  const missing = Object.keys(paths).filter((name) => !router.includes(`path: paths.${name},`))
  expect(missing).toEqual([])
})

const makers = new Map<string, unknown>(Object.entries(domainPaths))

test('every page about a person or an object has a pattern without their ids', () => {
  const made = [...router.matchAll(/path: (\w+Path)\((.*?)\)/g)].map(([, name = '', args = '']) => {
    const make = makers.get(name) as (...given: unknown[]) => string
    return make(...JSON.parse(`[${args.replaceAll("'", '"')}]`))
  })
  expect(made.length).toBeGreaterThan(10)
  const unnamed = (pattern: string) => pattern.replace(/:\w+/g, ':')
  for (const pattern of made)
    expect(unnamed(pagePatternOf(pattern.replace(/:\w+/g, '0197a3f0')))).toBe(unnamed(pattern))
})

test('the router has no path that domain/paths.ts lacks', () => {
  const literals = [...router.matchAll(/path: '([^']*)'/g)].map((match) => match[1])
  expect(literals).toEqual(['*'])
})

test('a page’s path is written once', () => {
  const written = Object.values(paths).filter((path) => path !== '/')
  const pattern = new RegExp(`['"\`}](${written.join('|')})['"\`?#]`)
  const copies = ['domain', 'server/auth', 'server/features', 'server/emails', 'web']
    .flatMap(sourceFiles)
    .flatMap((file) => {
      const found = pattern.exec(readFileSync(join(root, file), 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, ''))
      return found ? [`${file}: ${found[1]}`] : []
    })
  expect(copies).toEqual([])
})
