-- PostgreSQL: what was committed to is append-only, like the evidence that it commits to.

create trigger checkpoint_leaves_no_change before update or delete on checkpoint_leaves
  for each row execute function heron_refuse('checkpoint_leaves is append-only');
create trigger checkpoint_leaves_no_truncate before truncate on checkpoint_leaves
  for each statement execute function heron_refuse('checkpoint_leaves is append-only');

create trigger checkpoint_nodes_no_change before update or delete on checkpoint_nodes
  for each row execute function heron_refuse('checkpoint_nodes is append-only');
create trigger checkpoint_nodes_no_truncate before truncate on checkpoint_nodes
  for each statement execute function heron_refuse('checkpoint_nodes is append-only');

create trigger checkpoints_no_change before update or delete on checkpoints
  for each row execute function heron_refuse('checkpoints is append-only');
create trigger checkpoints_no_truncate before truncate on checkpoints
  for each statement execute function heron_refuse('checkpoints is append-only');

create trigger checkpoint_witnesses_no_change before update or delete on checkpoint_witnesses
  for each row execute function heron_refuse('checkpoint_witnesses is append-only');
create trigger checkpoint_witnesses_no_truncate before truncate on checkpoint_witnesses
  for each statement execute function heron_refuse('checkpoint_witnesses is append-only');

create trigger checkpoint_cosignatures_no_change before update or delete on checkpoint_cosignatures
  for each row execute function heron_refuse('checkpoint_cosignatures is append-only');
create trigger checkpoint_cosignatures_no_truncate before truncate on checkpoint_cosignatures
  for each statement execute function heron_refuse('checkpoint_cosignatures is append-only');
