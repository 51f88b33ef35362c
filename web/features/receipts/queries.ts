import { queryOptions } from '@tanstack/react-query'
import type { ReceiptDetailsForm } from '#domain/receipts/receipt-details.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** The clinic's details on receipts; version 0: only its name. Admins only. */
export function receiptDetailsQuery(clinic: Pick<Clinic, 'id' | 'subdomain' | 'name'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'receipt-details'),
    queryFn: async ({ signal }): Promise<ReceiptDetailsForm> => {
      const { data, error } = await rest
        .from('receipt_details')
        .select('legal_name,address,tax_id,npi,numbers_by_year,version')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return {
        version: data?.version ?? 0,
        legalName: data?.legal_name ?? clinic.name,
        address: data?.address ?? '',
        taxNumber: data?.tax_id ?? '',
        npi: data?.npi ?? '',
        numbersByYear: data?.numbers_by_year ?? false,
      }
    },
  })
}
