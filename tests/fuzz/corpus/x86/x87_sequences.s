fldl 8(%rsp)
fldt x(%rip)
fxch %st(1)
faddp
fsubrp %st, %st(1)
fnstcw -2(%rsp)
fldcw -2(%rsp)
fistpll -16(%rsp)
fld1
fucomip %st(0), %st
fcmovnbe %st(1), %st
fnstsw %ax
pushfq
popfq
btsq %rax, x(%rip)
lock cmpxchg16b x(%rip)
stmxcsr -4(%rsp)
ldmxcsr -4(%rsp)
rcll %cl, %eax
adcxq %rax, %rdx
xlatb
call *%rax
fstp %st(0)
nopw %cs:0(%rax,%rax,1)
rep movsl (%rsi), %es:(%rdi)
jmp elsewhere
x: .zero 16
