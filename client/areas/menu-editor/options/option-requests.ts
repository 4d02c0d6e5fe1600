import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import * as api from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ifMatch, ignoreNotFound, sendChange } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { currentLanguage } from '../../../lib/words/language.ts'
import { i18n } from '../../../ui/index.ts'
import { cachedGroups, sequentialMenuChange } from '../owners-menu.ts'

const paramsOf = ({ id }: Pick<api.OptionGroup, 'id'>) => ({ id: String(id) })

type GroupToSave =
  /** `dishId`: the only dish that has it, or null. */
  | { input: api.OptionGroupInput; dishId: number | null; key: string }
  /** `group`: the version to which the change is made. */
  | { input: api.OptionGroupInput; group: api.OptionGroup }

export function useSaveGroup() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (request: GroupToSave) =>
      'key' in request
        ? sendChange(api.createOptionGroup, {
            body: { ...request.input, dishId: request.dishId },
            headers: { 'Idempotency-Key': request.key },
          })
        : sendChange(api.changeOptionGroup, {
            params: paramsOf(request.group),
            body: request.input,
            headers: ifMatch({ version: request.group.version ?? 1 }),
          }),
    onSuccess: (group) => cachedGroups.put(group),
  })
}

export function useCopyGroup(onDone: (copy: api.OptionGroup) => void) {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (group: api.OptionGroup) => sendChange(api.copyOptionGroup, { params: paramsOf(group) }),
    onSuccess(copy) {
      cachedGroups.put(copy)
      onDone(copy)
    },
    failure: 'common.error',
  })
}

export function useDeleteGroup(onDone: () => void) {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: (group: api.OptionGroup) =>
      ignoreNotFound(sendChange(api.deleteOptionGroup, { params: paramsOf(group) })),
    success: (_, group) => i18n.t('menuEditor.deleted', { name: nameIn(currentLanguage(), group) }),
    onSuccess: onDone,
    failure: 'common.error',
  })
}

export function useSellOutOption() {
  return useOwnerChange({
    ...sequentialMenuChange,
    mutationFn: ({ group, optionId, soldOut }: { group: api.OptionGroup; optionId: number; soldOut: boolean }) =>
      sendChange(api.setOptionSoldOut, {
        params: { ...paramsOf(group), optionId: String(optionId) },
        body: { soldOut },
      }),
    onSuccess: (group) => cachedGroups.put(group),
    failure: 'soldOut.failed',
  })
}

/** The dishes that have a required group, and so cannot be an option of another dish. */
export function dishesWithRequiredGroup(groups: readonly api.OptionGroup[]): Set<MenuItem['id']> {
  return new Set(groups.flatMap(({ min, usedBy = [] }) => (min > 0 ? usedBy : [])))
}
