import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { records } from '../backend/records.ts';
import { cssVariablesResolver, useThemeInWords } from '../theme/theme.ts';

function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={useThemeInWords()} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={records}>
        <Notifications />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Shows a part of the window in what the window itself puts around it; gives the person who uses it. */
export function renderComponent(component: ReactNode): UserEvent {
  render(<Themed>{component}</Themed>);
  return userEvent.setup();
}
