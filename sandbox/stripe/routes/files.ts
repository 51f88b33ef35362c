import { addFile } from '../billing/files.ts'
import { get, list, post } from '../kernel/endpoint.ts'
import { fields, integer, oneOf, required, text } from '../kernel/params.ts'

/** A file of a `multipart/form-data` body, as the kernel decodes it. */
const uploadedFile = required(
  fields({ name: required(text), size: required(integer), type: text, digest: required(text) }),
)

export const fileEndpoints = [
  post(
    'files',
    { purpose: required(oneOf('dispute_evidence')), file: uploadedFile },
    (scope, { purpose, file }) =>
      addFile(scope, purpose, { name: file.name, size: file.size, type: file.type ?? null }),
  ),
  list('files', { purpose: text }, (scope, { purpose }) =>
    scope.all('file').filter((file) => !purpose || file.purpose === purpose),
  ),
  get('files/:id', {}, (scope, _, id) => scope.must('file', id)),
]
