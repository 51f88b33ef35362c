import { marketingTexts } from '#domain/texts/marketing.ts'

const texts = marketingTexts.landing
const uniqueViolation = '23505'

const withoutAnswer = ['unreachable', 'unexpected']

/** The message of a failed lead (docs/specification.md A8). Without a code, the data API gave no answer. */
export function leadProblem({ code }: { code?: string }): string {
  if (code === uniqueViolation) return texts.duplicate
  return code && !withoutAnswer.includes(code) ? texts.failed : texts.unexpected
}
