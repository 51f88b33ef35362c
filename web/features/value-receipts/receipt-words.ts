import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import { outcomeOf, type ValueLine, type ValueReceipt } from '#domain/value-receipts/value-receipts.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'

const { outcome, receipt: texts, services } = valueReceiptTexts

/** "Oct 15, 2026 – Nov 14, 2026" */
export function spanInText({ firstOn, lastOn }: Pick<ValueReceipt, 'firstOn' | 'lastOn'>): string {
  return texts.span(dateInText(firstOn), dateInText(lastOn))
}

export function outcomeInText(receipt: ValueReceipt): string {
  const kind = outcomeOf(receipt)
  if (kind === 'saved')
    return outcome.saved(formatMoney(receipt.valueCents - receipt.paidCents, receipt.currency))
  if (kind === 'cost')
    return outcome.cost(formatMoney(receipt.paidCents - receipt.valueCents, receipt.currency))
  return outcome[kind]
}

export function serviceInText({ service, name }: ValueLine): string {
  if (service === 'message' || service === 'lesson') return services[service]
  return services.visit(name)
}
