import { expect, test } from 'vitest'
import { pagePatternOf } from './page-patterns.ts'
import { carePlanPath, paths, personPath, visitLessonPath, wardLessonPath } from './paths.ts'

const id = '0197a3f0-0000-7000-8000-000000000001'

test.each(Object.values(paths))('%s is its own pattern', (path) => {
  expect(pagePatternOf(path)).toBe(path)
})

test.each([
  [personPath(id), '/members/:id'],
  [`${personPath(id)}/`, '/members/:id'],
  [carePlanPath(id), '/members/:id/care-plan'],
  [wardLessonPath(id, 'item'), '/family/:id/lessons/:item'],
  [visitLessonPath(id, true), '/visit-lessons/:id/room'],
  [paths.membersImport, '/members/import'],
  [paths.membersDuplicates, '/members/duplicates'],
])('%s is %s', (path, pattern) => {
  expect(pagePatternOf(path)).toBe(pattern)
})

test.each(['', '/Zqfirst', '/members/a/b', `${personPath(id)}/Zqlast`, '//members', '/assets/app.js'])(
  '“%s” is not one of our pages, and no part of it is returned',
  (path) => {
    expect(pagePatternOf(path)).toBe('other')
  },
)
