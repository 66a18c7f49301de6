import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { records } from '../backend/records.ts';
import { cssVariablesResolver, theme } from '../theme/theme.ts';

/** Shows a part of the window in what the window itself puts around it; gives the person who uses it. */
export function renderComponent(component: ReactNode): UserEvent {
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={records}>
        <Notifications />
        {component}
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}
