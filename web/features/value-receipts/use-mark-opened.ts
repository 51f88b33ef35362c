import { useEffect } from 'react'
import type { ValueReceipt } from '#domain/value-receipts/value-receipts.ts'
import { callFunction } from '#web/lib/fetch/api.ts'

/** Records once that a receipt was opened. A failure affects only the clinic's count. */
export function useMarkOpened(receipt: ValueReceipt | undefined): void {
  const unopened = receipt && !receipt.openedAt ? receipt.id : null
  useEffect(() => {
    if (unopened) void callFunction('open-value-receipt', { receiptId: unopened }).catch(() => undefined)
  }, [unopened])
}
