import { Navigate, useParams } from 'react-router'
import { pageOfMailed } from '#domain/mailed-links.ts'
import { withClinic } from '../lib/clinic/clinic-address.ts'
import NotFound from './access/not-found.tsx'

/** Leads from a mail's address to the page of its thing. */
export default function Open() {
  const { code = '' } = useParams()
  const page = pageOfMailed(code)
  return page ? <Navigate to={withClinic(page)} replace /> : <NotFound />
}
