import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lockPath, lockText, withAddresses } from './lock-addresses.ts'

test('the lock file has the address of every package (fixed by `npm run lock`)', () => {
  const text = readFileSync(lockPath, 'utf8')
  expect(text).toBe(lockText(withAddresses(JSON.parse(text))))
})

test('the lock file has every package that another one may need, for each operating system: without one, `npm ci` refuses', () => {
  const { packages } = JSON.parse(readFileSync(lockPath, 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !placesOf(path, name).some((place) => place in packages),
    ),
  )
  expect(missing).toEqual([])
})

/** Beside the package, or in a folder above. */
function placesOf(path: string, name: string): string[] {
  const inside = path ? `${path}/node_modules/${name}` : `node_modules/${name}`
  const above = path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1))
  return path ? [inside, ...placesOf(above, name)] : [inside]
}

test('an address has the scope in its folder, not in its file, and the real name of an aliased package', () => {
  const integrity = 'sha512-x'
  const { packages } = withAddresses({
    packages: {
      '': { version: '1.0.0' },
      'node_modules/a/node_modules/@scope/b': {
        version: '1.2.3',
        resolved: 'https://one.example/b.tgz',
        integrity,
      },
      'node_modules/other': { version: '2.0.0', name: 'real', integrity },
      'node_modules/a/node_modules/inside': { version: '3.0.0', inBundle: true, integrity },
    },
  })
  expect(Object.values(packages).map(({ resolved }) => resolved)).toEqual([
    undefined,
    'https://registry.invalid/@scope/b/-/b-1.2.3.tgz',
    'https://registry.invalid/real/-/real-2.0.0.tgz',
    undefined,
  ])
})
