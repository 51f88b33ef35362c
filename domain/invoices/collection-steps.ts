/** Instants are ISO strings. */
export interface FailedInvoice {
  /** Of the last mail with the payment link. */
  failure_mailed_at: string | null
  /** Attempts to charge. */
  payments: readonly { status: string; charged_at: string }[]
}

interface CollectionSteps {
  /** The last failed charge after the first one, by the clinic, the payer or the automatic retries; null before it. */
  retriedAt: string | null
  linkSentAt: string | null
  /** The later one. */
  last: 'retried' | 'link sent' | null
}

/** Steps to collect an invoice since its charge failed. */
export function collectionSteps({ failure_mailed_at: linkSentAt, payments }: FailedInvoice): CollectionSteps {
  const failed = payments
    .filter(({ status }) => status === 'failed')
    .map(({ charged_at }) => charged_at)
    .sort((a, b) => a.localeCompare(b, 'en-US'))
  const retriedAt = failed.length > 1 ? (failed.at(-1) ?? null) : null
  const isRetryLast = retriedAt !== null && (linkSentAt === null || retriedAt > linkSentAt)
  return { retriedAt, linkSentAt, last: isRetryLast ? 'retried' : linkSentAt === null ? null : 'link sent' }
}
