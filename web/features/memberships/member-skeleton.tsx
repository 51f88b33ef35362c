import { membershipTexts } from '#domain/texts/memberships.ts'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Table } from '#web/components/ui/table.tsx'

const rows = ['w-40', 'w-52', 'w-36', 'w-44', 'w-48']

export function MemberSkeleton() {
  return (
    <Loading>
      <Table label={membershipTexts.tableLabel}>
        <tbody>
          {rows.map((width) => (
            <tr key={width}>
              <td data-phone="both">
                <span className="flex items-center gap-3">
                  <Skeleton className="size-9 rounded-full" />
                  <span className="space-y-1.5">
                    <Skeleton className={`h-4 ${width}`} />
                    <Skeleton className="h-3.5 w-32" />
                  </span>
                </span>
              </td>
              <td>
                <Skeleton className="h-5 w-16 rounded-full" />
              </td>
              <td>
                <Skeleton className="h-5 w-16 rounded-full" />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Loading>
  )
}
