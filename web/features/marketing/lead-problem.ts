import { marketingTexts } from '#domain/texts/marketing.ts'

const texts = marketingTexts.landing
const uniqueViolation = '23505'

/** What `apiErrorFrom` says where no answer came, or none of ours. */
const withoutAnswer = ['unreachable', 'unexpected']

/**
 * What went wrong with a lead, as a sentence (docs/specification.md A8). Without a code there was no answer of the data
 * API: no network, or something in between.
 */
export function leadProblem({ code }: { code?: string }): string {
  if (code === uniqueViolation) return texts.duplicate
  return code && !withoutAnswer.includes(code) ? texts.failed : texts.unexpected
}
