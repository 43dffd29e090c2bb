# B6 in a topological order that is legal, and the slowest there is
#
# Every statement stands behind those it depends on, so the results are right; but each dependent one stands directly
# behind what it waits for. 15 cycles, three more than in source order: a legal order is not yet a good one.
#
#   stallscope run lecture/b6_topological -m lecture-4 --diagram
#   stallscope run lecture/b6_topological -m lecture-4 --against lecture/b6_scheduled
3: t3 = t2 + t4
5: t5 = t3 + t4
1: t0 = t1 + t2
2: t1 = t0 + t1
4: t0 = t1 + t2
6: t6 = t2 + t7
