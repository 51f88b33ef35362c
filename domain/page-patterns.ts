import {
  carePlanPath,
  carePlanTemplatePath,
  clinicPlanPath,
  clinicStatementPath,
  contentPath,
  contentProgramPath,
  learnPath,
  mergePath,
  messagesPath,
  paths,
  personPath,
  valueReceiptPath,
  visitLessonPath,
  wardLessonPath,
  wardPath,
} from './paths.ts'

const withIds = [
  clinicPlanPath(':id'),
  clinicStatementPath(':month'),
  contentProgramPath(':id'),
  contentPath(':id'),
  messagesPath(':id'),
  carePlanTemplatePath(':id'),
  carePlanPath(':id'),
  mergePath(':id'),
  personPath(':id'),
  learnPath(':id'),
  valueReceiptPath(':id'),
  wardPath(':id'),
  wardLessonPath(':id', ':item'),
  visitLessonPath(':id'),
  visitLessonPath(':id', true),
]

// those without ids first: /members/import is nobody's page
const patterns = [...Object.values(paths), ...withIds].map((pattern) => ({
  pattern,
  parts: pattern.split('/'),
}))

/** A page's address without what it is about: `/members/:id`. `other` for what is none of our pages. */
export function pagePatternOf(pathname: string): string {
  const parts = pathname.replace(/(?<=.)\/$/, '').split('/')
  const found = patterns.find(
    (known) =>
      known.parts.length === parts.length &&
      known.parts.every((part, at) => part.startsWith(':') || part === parts[at]),
  )
  return found?.pattern ?? 'other'
}
