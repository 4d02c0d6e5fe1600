import { useQuery } from '@tanstack/react-query'
import { type Backup, confirmRestored, createBackupLink, listBackups, startBackup } from '#shared/contracts/backups.ts'
import { callApi } from '../../lib/api/api.ts'
import { downloadFrom } from '../../lib/api/files.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { serviceKey } from '../../lib/settings/change-settings.tsx'
import { t } from '../../ui/index.ts'

/** The backups, newest first; fetched again when one was made. */
export function useBackups() {
  return useQuery({
    queryKey: [...serviceKey, listBackups.path],
    queryFn: ({ signal }) => callApi(listBackups, { signal }),
    refetchOnMount: 'always',
  })
}

/** Starts a backup. That it runs, and how it ended, is in the checks before service. */
export function useStartBackup() {
  const { mutate, isPending } = useOwnerChange({
    mutationFn: () => sendChange(startBackup),
    failure: 'backups.startFailed',
    refetch: [serviceKey],
  })
  return { start: () => mutate(), isPending }
}

/** Asks whether a restored copy is the real one now, and says so to the server. */
export function useConfirmRestored() {
  const { mutateAsync } = useOwnerChange({
    mutationFn: () => sendChange(confirmRestored),
    success: () => t('beforeService.restored.done'),
    failure: 'beforeService.restored.failed',
    refetch: [serviceKey],
  })
  return () =>
    void confirm({
      title: t('beforeService.restored.title'),
      description: t('beforeService.restored.description'),
      confirm: t('beforeService.ways.restored'),
      action: mutateAsync,
    })
}

/** Downloads a backup, after the server has checked the owner's password. */
export function useDownloadBackup({ name }: Backup) {
  return useOwnerChange({
    mutationFn: (currentPassword: string) =>
      sendChange(createBackupLink, { params: { name }, body: { currentPassword } }),
    onSuccess: ({ link }) => downloadFrom(link),
    onError(error) {
      // The field shows this one.
      if (error instanceof RequestError && error.code === 'wrong_password') return
      toastFailure(t('common.notDownloaded'), error)
    },
  })
}
