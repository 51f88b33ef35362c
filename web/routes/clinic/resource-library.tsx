import { assignmentTexts } from '#domain/texts/assignments.ts'
import { ResourceTable } from '#web/features/assignments/resource-table.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'

/** What is published, for assigning it to patients (docs/specification.md B2.13). */
export function ResourceLibrary({ clinic }: { clinic: Clinic }) {
  return (
    <section aria-labelledby="resource-library">
      <h2 id="resource-library" className="mb-4 font-display text-h3 font-medium">
        {assignmentTexts.resources.libraryTitle}
      </h2>
      <ResourceTable clinic={clinic} />
    </section>
  )
}
