import * as addresses from './paths.ts'

const withIds = Object.entries(addresses).flatMap(([name, make]) =>
  name.endsWith('Path') && typeof make === 'function'
    ? [(make as (...ids: string[]) => string)(...[':id', ':item'].slice(0, make.length))]
    : [],
)
const { paths, visitLessonPath } = addresses

// Those without ids first: /members/import is not a member's page.
const patterns = [...Object.values(paths), ...withIds, visitLessonPath(':id', true)].map((pattern) => ({
  pattern,
  parts: pattern.split('/'),
}))

/** A page's path with placeholders for ids: `/members/:id`. `other` for unknown pages. */
export function pagePatternOf(pathname: string): string {
  const parts = pathname.replace(/(?<=.)\/$/, '').split('/')
  const found = patterns.find(
    (known) =>
      known.parts.length === parts.length &&
      known.parts.every((part, at) => part.startsWith(':') || part === parts[at]),
  )
  return found?.pattern ?? 'other'
}
