import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeOtherTabs, closeTab, closeTabsRightOf, moveTab, pinTab, reopenTab } from '../../session/open-tabs.ts';
import { type DatasetTab, useSession } from '../../session/session.ts';

/** The context menu of a tab. */
export function TabMenu({ tab }: { tab: DatasetTab }) {
  const { t } = useTranslation();
  const { tabs, closed } = useSession();
  const position = tabs.findIndex((each) => each.id === tab.id);
  return (
    <>
      <Menu.Item onClick={() => pinTab(tab.id, !tab.pinned)}>{t(tab.pinned ? 'tabs.unpin' : 'tabs.pin')}</Menu.Item>
      <Menu.Item disabled={position <= 0} onClick={() => moveTab(tab.id, position - 1)}>
        {t('tabs.moveLeft')}
      </Menu.Item>
      <Menu.Item disabled={position === tabs.length - 1} onClick={() => moveTab(tab.id, position + 1)}>
        {t('tabs.moveRight')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => closeTab(tab.id)}>{t('tabs.closeThis')}</Menu.Item>
      <Menu.Item disabled={tabs.length < 2} onClick={() => closeOtherTabs(tab.id)}>
        {t('tabs.closeOthers')}
      </Menu.Item>
      <Menu.Item disabled={position === tabs.length - 1} onClick={() => closeTabsRightOf(tab.id)}>
        {t('tabs.closeRight')}
      </Menu.Item>
      <Menu.Item disabled={closed.length === 0} onClick={() => reopenTab()}>
        {t('tabs.reopen')}
      </Menu.Item>
    </>
  );
}
